# Messages of a terminal in Traditional Chinese, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = .
yes-words = 是
no-words = 否

## The start, and levels

greeting = { $name } { $version }，{ $game }。請輸入 { $move } 這樣的著手；輸入 help 查看命令。
game-go = 圍棋
game-gomoku = 五子棋
game-reversi = 黑白棋
no-level = 沒有 { $level } 這個級別：可用 { $weakest } 到 { $strongest }，或 full。
level-set = { $name } 的級別為 { $level }。
level-full = { $name } 以最強棋力對局。

## Moves that are not played

no-argument = { $word } 不帶參數。
name-file = 請寫明檔案：save game.{ $suffix }
no-undo = 沒有可以悔的棋。
over = 棋局已結束。
over-choices = 棋局已結束：undo、new、save 檔案 或 quit。
not-possible = 不能下在 { $move }：{ $reason }。
no-pass = 這種棋不能停一手。
off-board = { $point } 不在棋盤上：列為 { $first } 到 { $last }，行為 1 到 { $rows }。
off-board-without-i = { $point } 不在棋盤上：列為 { $first } 到 { $last }（沒有 I），行為 1 到 { $rows }。
not-understood = 「{ $text }」既不是著手也不是命令；輸入 help 查看命令。
name-stone = 請寫明一個棋子：ladder { $move }
no-stone = { $point } 沒有棋子。
no-ladders = 這種棋沒有征子。
illegal-off-board = 沒有此點
illegal-occupied = 此處已有子
illegal-suicide = 此手會使自己的子被提（自殺）
illegal-ko = 打劫不可立即回提
illegal-superko = 全局同形再現
illegal-forbidden = 此處為黑方禁手
illegal-no-flip = 翻不了任何子
illegal-no-pass = 此處不可停一手
illegal-wrong-side = 輪到對方
illegal-game-over = 棋局已結束

## Help

help-move = 下在該處；大小寫均可
help-pass = 停一手
help-undo = 悔一步棋
help-hint = 提示一手
help-score = 按目前盤面計算
help-ladder = 計算該處棋子的征子
help-board = 重新顯示棋盤
help-stop = 讓 Tengen 立即落子，與 Ctrl-C 相同
help-switch = 與 Tengen 交換黑白
help-resign = 認輸
help-level = 設定級別，例如圍棋用 10k，其他棋用 1500，或 full；不寫級別則顯示目前級別
help-new = 開始新的一局
help-save = 把棋譜寫入檔案
help-help = 顯示此列表
help-quit = 詢問是否儲存後退出；Ctrl-D 相同。連按兩次 Ctrl-C 則儲存並退出
argument-point = 點
argument-level = 級別
argument-file = 檔案

## Notes next to the board

forced-pass = { $side ->
        [b] 黑
       *[w] 白
    }方無處可下，停一手。
legend-forbidden = { $sign } 黑方禁手
legend-moves = { $sign } 可下處
to-move = 第 { $n } 手：輪到{ $side ->
        [b] 黑
       *[w] 白
    }方
player = { $side ->
        [b] 黑
       *[w] 白
    }方：{ $player }
you = 您
clock-periods = { $time } x{ $n }
clock-stones = { $time }／{ $n } 手
captures = 提子：黑 { $black }，白 { $white }
komi = 貼目 { $komi }
rule = 規則：{ $rule }
rule-freestyle = 無禁手：五連以上勝
rule-standard = 標準：恰好五連勝
rule-renju = 連珠：黑方有禁手
rule-caro = Caro：兩端被堵的五連不勝
rule-exact-caro = Caro：恰好五連
discs = 子數：黑 { $black }，白 { $white }

## Leaving and saving

end-choices = 用 save 檔案 儲存棋譜；也可以 undo、new 或 quit。
leaves = 再按一次 Ctrl-C 退出。
leaves-and-saves = 再按一次 Ctrl-C 退出，並把棋譜儲存到新檔案。
save-question = 儲存棋譜嗎？請輸入檔名；直接按 Enter 則不儲存並退出。
overwrite-question = { $file } 已存在。要覆蓋嗎？（是／否）
not-saved = 沒有儲存。
saved = 已儲存到 { $file }。
cannot-write = 無法寫入 { $file }：{ $reason }。
file-not-found = 沒有這個資料夾
file-permission-denied = 沒有寫入權限
file-is-folder = 這是資料夾
file-disk-full = 磁碟已滿
file-read-only = 磁碟唯讀
file-irregular = 這不是一般檔案
file-protected = 檔案唯讀
file-busy = 另一個程式正在寫入
no-format = 不認識 .{ $suffix } 格式；請用 .sgf。
no-format-ggf = 不認識 .{ $suffix } 格式；請用 .ggf 或 .sgf。
no-sgf = SGF 沒有這種棋的編號。

## The engine’s moves

no-move = 無處可下。
hint-is = 提示：{ $move }（{ $note }）。變化：{ $line }
plays = { $name } 下 { $move }（{ $note }）。
resigns = { $name } 認輸（{ $note }）。
seconds = { $seconds } 秒
seconds-value = { $seconds } 秒，{ $value }
no-legal-move = { $name } 找不到合法著手，認輸。
fails-and-resigns = { $name } 出錯，認輸：{ $text }
failed = 失敗：{ $text }
percent = 勝率 { $percent }%
percent-lead = 勝率 { $percent }%，{ $side ->
        [b] 黑
       *[w] 白
    }方領先 { $margin } 目
wins-in = { $n } 手內勝
loses-in = { $n } 手內負
leads-discs = { $side ->
        [b] 黑
       *[w] 白
    }方領先 { $margin } 子
leads-discs-certainty = { $side ->
        [b] 黑
       *[w] 白
    }方領先 { $margin } 子（{ $certainty }）
certain-draw = 必和
certain-win = { $side ->
        [b] 黑
       *[w] 白
    }方必勝 { $margin } 子

## Results and counts

wins = { $side ->
        [b] 黑
       *[w] 白
    }勝。
wins-by = { $side ->
        [b] 黑
       *[w] 白
    }勝 { $points } 目。
wins-by-resignation = { $side ->
        [b] 黑
       *[w] 白
    }中盤勝。
wins-on-time = { $side ->
        [b] 黑
       *[w] 白
    }超時勝。
wins-discs = { $side ->
        [b] 黑
       *[w] 白
    }勝，{ $most } 子對 { $least } 子。
leads-with-discs = { $side ->
        [b] 黑
       *[w] 白
    }方領先，{ $most } 子對 { $least } 子。
equal-discs = 雙方各 { $n } 子。
drawn = 和棋。
dead-chains = 死子：{ $points }。
unfinished-even = 尚未終局。形勢大致均等。
unfinished = 尚未終局。{ $side ->
        [b] 黑
       *[w] 白
    }方約領先 { $n } 目。
area-legend = x 為黑地，o 為白地。
no-count = 五子棋沒有目數可算；hint 可看出誰佔優。
chain-captured = { $side ->
        [b] 黑
       *[w] 白
    }先，{ $point } 的棋子被吃。
chain-escapes = { $side ->
        [b] 黑
       *[w] 白
    }先，{ $point } 的棋子可逃。
chain-unknown = { $side ->
        [b] 黑
       *[w] 白
    }先，{ $point } 的棋子能否被吃不明；征子太長。
line = 變化：{ $moves }

## Problems

problems-heading = 題目
solutions-heading = 解答
problems = 共 { $n } 題。請輸入著手，或 hint、next、help、quit。
problem = 第 { $n } 題（共 { $of } 題）：{ $kind }
problem-with-level = 第 { $n } 題（共 { $of } 題）：{ $kind }，級別 { $level }
not-a-point = 「{ $text }」既不是點也不是命令；輸入 help 查看命令。
try-again = 請再試一次。
look-between = 看 { $from } 到 { $to } 之間。
solution-is = 正解是 { $point }。
help-problem-hint = 先提示正解的範圍，再給出正解
help-problem-next = 下一題
help-problem-quit = 退出並顯示小結
summary = 共 { $n } 題：一次答對 { $at-once }，提示或答錯後答對 { $with-help }，未答對 { $unsolved }。
