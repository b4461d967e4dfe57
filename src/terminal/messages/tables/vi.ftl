# Messages of a terminal in Vietnamese, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = ,
yes-words = c có
no-words = k không

## The start, and levels

greeting = { $name } { $version }, { $game }. Hãy gõ nước đi như { $move }, hoặc help để xem các lệnh.
game-go = Cờ vây
game-gomoku = Cờ ca-rô
game-reversi = Cờ lật
no-level = Không có trình độ { $level }: từ { $weakest } đến { $strongest }, hoặc full.
level-set = { $name } chơi ở trình độ { $level }.
level-full = { $name } chơi hết sức.

## Moves that are not played

no-argument = Lệnh { $word } không có tham số.
name-file = Hãy đặt tên tệp: save game.{ $suffix }
no-undo = Bạn không có nước nào để đi lại.
over = Ván cờ đã kết thúc.
over-choices = Ván cờ đã kết thúc: undo, new, save TỆP hoặc quit.
not-possible = Không thể đi { $move }: { $reason }.
no-pass = Trò chơi này không có bỏ lượt.
off-board = { $point } nằm ngoài bàn cờ: cột { $first } đến { $last }, hàng 1 đến { $rows }.
off-board-without-i = { $point } nằm ngoài bàn cờ: cột { $first } đến { $last }, không có I, hàng 1 đến { $rows }.
not-understood = “{ $text }” không phải nước đi hay lệnh; help liệt kê các lệnh.
name-stone = Hãy chỉ một quân của đám quân: ladder { $move }
no-stone = Không có quân ở { $point }.
no-ladders = Trò chơi này không có thế bắt thang.
illegal-off-board = không có điểm đó
illegal-occupied = điểm này đã có quân
illegal-suicide = nước đi tự sát
illegal-ko = không được ăn lại ko ngay
illegal-superko = nước đi lặp lại thế cờ cũ
illegal-forbidden = đây là nước cấm của Đen
illegal-no-flip = không lật được quân nào
illegal-no-pass = không được bỏ lượt ở đây
illegal-wrong-side = đang là lượt của đối phương
illegal-game-over = ván cờ đã kết thúc

## Help

help-move = đi vào đó; chữ hoa hay thường đều được
help-pass = bỏ lượt
help-undo = đi lại nước vừa rồi của bạn
help-hint = gợi ý một nước đi
help-score = tính điểm bàn cờ hiện tại
help-ladder = đọc thế bắt thang của đám quân ở đó
help-board = vẽ lại bàn cờ
help-stop = bắt Tengen đi ngay, như Ctrl-C
help-switch = đổi bên với Tengen
help-resign = xin thua
help-level = chơi ở một trình độ, như 10k trong cờ vây hoặc 1500 trong trò khác, hoặc full; không có MỨC thì cho xem trình độ
help-new = bắt đầu ván mới
help-save = ghi ván cờ vào tệp
help-help = xem danh sách này
help-quit = thoát, sau khi hỏi có lưu ván cờ không; Ctrl-D cũng vậy. Ctrl-C hai lần thì lưu rồi thoát
argument-point = ĐIỂM
argument-level = MỨC
argument-file = TỆP

## Notes next to the board

forced-pass = { $side ->
        [b] Đen
       *[w] Trắng
    } không có nước đi nên bỏ lượt.
legend-forbidden = { $sign } nước cấm của Đen
legend-moves = { $sign } nước có thể đi
to-move = Nước { $n }: đến lượt { $side ->
        [b] Đen
       *[w] Trắng
    }
player = { $side ->
        [b] Đen
       *[w] Trắng
    }: { $player }
you = bạn
clock-periods = { $time } x{ $n }
clock-stones = { $time } cho { $n }
captures = Quân bắt được: Đen { $black }, Trắng { $white }
komi = Komi { $komi }
rule = Luật: { $rule }
rule-freestyle = Tự do: từ năm quân trở lên
rule-standard = Chuẩn: đúng năm quân
rule-renju = Renju: Đen có nước cấm
rule-caro = Caro: năm quân bị chặn hai đầu không thắng
rule-exact-caro = Caro: đúng năm quân
discs = Số quân: Đen { $black }, Trắng { $white }

## Leaving and saving

end-choices = save TỆP để lưu ván cờ; cũng có thể undo, new và quit.
leaves = Nhấn Ctrl-C lần nữa để thoát.
leaves-and-saves = Nhấn Ctrl-C lần nữa để lưu ván cờ vào tệp mới và thoát.
save-question = Lưu ván cờ? Hãy gõ tên tệp, hoặc nhấn Enter để thoát mà không lưu.
overwrite-question = { $file } đã có. Ghi đè? (có hoặc không)
not-saved = Chưa lưu.
saved = Đã lưu vào { $file }.
cannot-write = Không ghi được { $file }: { $reason }.
file-not-found = không có thư mục đó
file-permission-denied = không được phép ghi
file-is-folder = đó là thư mục
file-disk-full = đĩa đã đầy
file-read-only = đĩa chỉ cho đọc
file-irregular = đó không phải tệp thường
file-protected = tệp chỉ cho đọc
file-busy = chương trình khác đang ghi tệp
no-format = Không biết định dạng .{ $suffix }; hãy dùng .sgf.
no-format-ggf = Không biết định dạng .{ $suffix }; hãy dùng .ggf hoặc .sgf.
no-sgf = SGF không có số cho trò chơi này.

## The engine’s moves

no-move = Không có nước đi.
hint-is = Gợi ý: { $move } ({ $note }). Biến: { $line }
plays = { $name } đi { $move } ({ $note }).
resigns = { $name } xin thua ({ $note }).
seconds = { $seconds } giây
seconds-value = { $seconds } giây, { $value }
no-legal-move = { $name } không tìm được nước hợp lệ nên xin thua.
fails-and-resigns = { $name } gặp lỗi nên xin thua: { $text }
failed = Không thành công: { $text }
percent = khả năng thắng { $percent }%
percent-lead = khả năng thắng { $percent }%, { $side ->
        [b] Đen
       *[w] Trắng
    } dẫn { $margin }
wins-in = thắng sau { $n } nước
loses-in = thua sau { $n } nước
leads-discs = { $side ->
        [b] Đen
       *[w] Trắng
    } dẫn { $margin } quân
leads-discs-certainty = { $side ->
        [b] Đen
       *[w] Trắng
    } dẫn { $margin } quân ({ $certainty })
certain-draw = chắc chắn hòa
certain-win = { $side ->
        [b] Đen
       *[w] Trắng
    } chắc chắn thắng { $margin }

## Results and counts

wins = { $side ->
        [b] Đen
       *[w] Trắng
    } thắng.
wins-by = { $side ->
        [b] Đen
       *[w] Trắng
    } thắng { $points }.
wins-by-resignation = { $side ->
        [b] Đen
       *[w] Trắng
    } thắng do đối phương xin thua.
wins-on-time = { $side ->
        [b] Đen
       *[w] Trắng
    } thắng do đối phương hết giờ.
wins-discs = { $side ->
        [b] Đen
       *[w] Trắng
    } thắng, { $most } quân so với { $least }.
leads-with-discs = { $side ->
        [b] Đen
       *[w] Trắng
    } dẫn, { $most } quân so với { $least }.
equal-discs = Hai bên đều có { $n } quân.
drawn = Ván cờ hòa.
dead-chains = Các đám quân chết: { $points }.
unfinished-even = Chưa kết thúc. Thế cờ gần như cân bằng.
unfinished = Chưa kết thúc. { $side ->
        [b] Đen
       *[w] Trắng
    } dẫn khoảng { $n } điểm.
area-legend = x là đất của Đen, o là đất của Trắng.
no-count = Cờ ca-rô không có điểm để tính; hint cho biết ai đang hơn.
chain-captured = { $side ->
        [b] Đen
       *[w] Trắng
    } đi trước, đám quân ở { $point } bị bắt.
chain-escapes = { $side ->
        [b] Đen
       *[w] Trắng
    } đi trước, đám quân ở { $point } thoát.
chain-unknown = { $side ->
        [b] Đen
       *[w] Trắng
    } đi trước, chưa rõ đám quân ở { $point } có bị bắt không; thế bắt thang quá dài.
line = Biến: { $moves }

## Problems

problems-heading = Bài tập
solutions-heading = Lời giải
problems = { $n } bài tập. Hãy gõ nước đi, hoặc hint, next, help, quit.
problem = Bài { $n }/{ $of }: { $kind }
problem-with-level = Bài { $n }/{ $of }: { $kind }, trình độ { $level }
not-a-point = “{ $text }” không phải điểm hay lệnh; help liệt kê các lệnh.
try-again = Hãy thử lại.
look-between = Hãy xem từ { $from } đến { $to }.
solution-is = Lời giải là { $point }.
help-problem-hint = chỉ khu vực của lời giải, rồi lời giải
help-problem-next = sang bài tiếp theo
help-problem-quit = thoát, có tổng kết
summary = { $n } bài tập: { $at-once } giải đúng ngay, { $with-help } sau gợi ý hoặc nước sai, { $unsolved } chưa giải.
