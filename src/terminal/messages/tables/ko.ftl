# Messages of a terminal in Korean, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = .
yes-words = 예 네
no-words = 아니요 아니오

## The start, and levels

greeting = { $name } { $version }, { $game }. { $move }처럼 수를 입력하세요. help는 명령 목록을 보여 줍니다.
game-go = 바둑
game-gomoku = 오목
game-reversi = 오셀로
no-level = { $level } 수준은 없습니다. { $weakest }부터 { $strongest }까지, 또는 full입니다.
level-set = { $name } 수준: { $level }.
level-full = { $name } 수준: 최강.

## Moves that are not played

no-argument = { $word } 명령은 혼자 씁니다.
name-file = 파일 이름을 쓰세요: save game.{ $suffix }
no-undo = 무를 수가 없습니다.
over = 대국이 끝났습니다.
over-choices = 대국이 끝났습니다: undo, new, save 파일, quit.
not-possible = { $move }에 둘 수 없습니다: { $reason }.
no-pass = 이 게임에는 패스가 없습니다.
off-board = { $point }: 판 밖입니다. 열은 { $first }~{ $last }, 행은 1~{ $rows }입니다.
off-board-without-i = { $point }: 판 밖입니다. 열은 { $first }~{ $last }(I 제외), 행은 1~{ $rows }입니다.
not-understood = '{ $text }': 수도 명령도 아닙니다. help는 명령 목록을 보여 줍니다.
name-stone = 돌의 자리를 쓰세요: ladder { $move }
no-stone = { $point }에 돌이 없습니다.
no-ladders = 이 게임에는 축이 없습니다.
illegal-off-board = 그런 점은 없습니다
illegal-occupied = 이미 돌이 있습니다
illegal-suicide = 자충수입니다
illegal-ko = 패는 바로 되따낼 수 없습니다
illegal-superko = 동형 반복입니다
illegal-forbidden = 흑의 금수입니다
illegal-no-flip = 뒤집히는 돌이 없습니다
illegal-no-pass = 여기서는 패스할 수 없습니다
illegal-wrong-side = 상대 차례입니다
illegal-game-over = 대국이 끝났습니다

## Help

help-move = 그 자리에 두기(대문자와 소문자 모두 가능)
help-pass = 패스하기
help-undo = 내 마지막 수 무르기
help-hint = 수 제안하기
help-score = 지금 판을 계산하기
help-ladder = 그 돌의 축 읽기
help-board = 판 다시 보기
help-stop = Tengen이 바로 두게 하기(Ctrl-C와 같음)
help-switch = Tengen과 색 바꾸기
help-resign = 기권하기
help-level = 바둑은 10k, 다른 게임은 1500 같은 수준이나 full로 두기. 수준을 빼면 지금 수준 보기
help-new = 새 대국 시작하기
help-save = 기보를 파일로 저장하기
help-help = 이 목록 보기
help-quit = 저장할지 물은 뒤 끝내기(Ctrl-D도 같음). Ctrl-C를 두 번 누르면 저장하고 끝내기
argument-point = 자리
argument-level = 수준
argument-file = 파일

## Notes next to the board

forced-pass = { $side ->
        [b] 흑은
       *[w] 백은
    } 둘 곳이 없어 패스합니다.
legend-forbidden = { $sign } 흑의 금수
legend-moves = { $sign } 둘 수 있는 곳
to-move = { $n }수: { $side ->
        [b] 흑
       *[w] 백
    } 차례
player = { $side ->
        [b] 흑
       *[w] 백
    }: { $player }
you = 나
clock-periods = { $time } x{ $n }
clock-stones = { $time }/{ $n }수
captures = 사석: 흑 { $black }, 백 { $white }
komi = 덤 { $komi }
rule = 규칙: { $rule }
rule-freestyle = 자유룰: 다섯 이상이면 승
rule-standard = 표준룰: 정확히 다섯이면 승
rule-renju = 렌주룰: 흑에 금수가 있음
rule-caro = Caro: 양 끝이 막힌 오목은 무효
rule-exact-caro = Caro: 정확히 다섯
discs = 돌: 흑 { $black }, 백 { $white }

## Leaving and saving

end-choices = save 파일 명령으로 기보를 저장합니다. undo, new, quit도 쓸 수 있습니다.
leaves = Ctrl-C를 한 번 더 누르면 끝납니다.
leaves-and-saves = Ctrl-C를 한 번 더 누르면 기보를 새 파일에 저장하고 끝냅니다.
save-question = 기보를 저장할까요? 파일 이름을 입력하거나, Enter를 눌러 저장하지 않고 끝내세요.
overwrite-question = { $file } 파일이 이미 있습니다. 덮어쓸까요? (예/아니요)
not-saved = 저장하지 않았습니다.
saved = { $file }에 저장했습니다.
cannot-write = { $file }에 쓸 수 없습니다: { $reason }.
file-not-found = 그런 폴더가 없습니다
file-permission-denied = 쓰기 권한이 없습니다
file-is-folder = 폴더입니다
file-disk-full = 디스크가 가득 찼습니다
file-read-only = 디스크가 읽기 전용입니다
file-irregular = 일반 파일이 아닙니다
file-protected = 파일이 읽기 전용입니다
file-busy = 다른 프로그램이 쓰고 있습니다
no-format = .{ $suffix } 형식은 없습니다. .sgf를 쓰세요.
no-format-ggf = .{ $suffix } 형식은 없습니다. .ggf나 .sgf를 쓰세요.
no-sgf = SGF에 이 게임의 번호가 없습니다.

## The engine’s moves

no-move = 둘 수 있는 수가 없습니다.
hint-is = 힌트: { $move } ({ $note }). 수순: { $line }
plays = { $name }의 수: { $move } ({ $note }).
resigns = { $name } 기권 ({ $note }).
seconds = { $seconds }초
seconds-value = { $seconds }초, { $value }
no-legal-move = { $name }: 둘 수 있는 수를 찾지 못해 기권합니다.
fails-and-resigns = { $name }: 오류가 나서 기권합니다: { $text }
failed = 실패했습니다: { $text }
percent = 승률 { $percent }%
percent-lead = 승률 { $percent }%, { $side ->
        [b] 흑이
       *[w] 백이
    } { $margin }집 앞섬
wins-in = { $n }수 만에 승리
loses-in = { $n }수 만에 패배
leads-discs = { $side ->
        [b] 흑이
       *[w] 백이
    } { $margin }개 앞섬
leads-discs-certainty = { $side ->
        [b] 흑이
       *[w] 백이
    } { $margin }개 앞섬({ $certainty })
certain-draw = 확실한 무승부
certain-win = 확실한 { $side ->
        [b] 흑
       *[w] 백
    } { $margin }개 차 승

## Results and counts

wins = { $side ->
        [b] 흑
       *[w] 백
    } 승.
wins-by = { $side ->
        [b] 흑
       *[w] 백
    } { $points }집 승.
wins-by-resignation = { $side ->
        [b] 흑
       *[w] 백
    } 불계승.
wins-on-time = { $side ->
        [b] 흑
       *[w] 백
    } 시간승.
wins-discs = { $most } 대 { $least }, { $side ->
        [b] 흑
       *[w] 백
    } 승.
leads-with-discs = { $most } 대 { $least }, { $side ->
        [b] 흑이
       *[w] 백이
    } 앞섭니다.
equal-discs = 양쪽 모두 { $n }개입니다.
drawn = 무승부입니다.
dead-chains = 죽은 돌: { $points }.
unfinished-even = 아직 끝나지 않았습니다. 형세는 거의 비슷합니다.
unfinished = 아직 끝나지 않았습니다. { $side ->
        [b] 흑이
       *[w] 백이
    } 약 { $n }집 앞섭니다.
area-legend = x는 흑집, o는 백집입니다.
no-count = 오목에는 계산할 집이 없습니다. hint는 누가 앞서는지 보여 줍니다.
chain-captured = { $side ->
        [b] 흑이
       *[w] 백이
    } 먼저 두면 { $point }의 돌이 잡힙니다.
chain-escapes = { $side ->
        [b] 흑이
       *[w] 백이
    } 먼저 두면 { $point }의 돌이 달아납니다.
chain-unknown = { $side ->
        [b] 흑이
       *[w] 백이
    } 먼저 둘 때 { $point }의 돌이 잡히는지 알 수 없습니다. 축이 너무 깁니다.
line = 수순: { $moves }

## Problems

problems-heading = 문제
solutions-heading = 정답
problems = 문제 { $n }개. 수를 입력하세요. hint, next, help, quit도 쓸 수 있습니다.
problem = 문제 { $n }/{ $of }: { $kind }
problem-with-level = 문제 { $n }/{ $of }: { $kind }, { $level } 수준
not-a-point = '{ $text }': 점도 명령도 아닙니다. help는 명령 목록을 보여 줍니다.
try-again = 다시 해 보세요.
look-between = { $from }부터 { $to } 사이를 보세요.
solution-is = 정답: { $point }.
help-problem-hint = 정답의 구역, 그다음 정답 보기
help-problem-next = 다음 문제로
help-problem-quit = 결과를 보고 끝내기
summary = 문제 { $n }개: 바로 맞힘 { $at-once }, 힌트나 오답 뒤 맞힘 { $with-help }, 못 맞힘 { $unsolved }.
