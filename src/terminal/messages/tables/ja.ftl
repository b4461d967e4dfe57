# Messages of a terminal in Japanese, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = .
yes-words = はい
no-words = いいえ

## The start, and levels

greeting = { $name } { $version }、{ $game }。{ $move } のように手を入力してください。help でコマンドの一覧を表示します。
game-go = 囲碁
game-gomoku = 五目並べ
game-reversi = リバーシ
no-level = レベル { $level } はありません。{ $weakest } から { $strongest }、または full です。
level-set = { $name } のレベルは { $level } です。
level-full = { $name } は全力で打ちます。

## Moves that are not played

no-argument = { $word } に引数はありません。
name-file = ファイル名を指定してください：save game.{ $suffix }
no-undo = 戻せる手がありません。
over = 対局は終了しています。
over-choices = 対局は終了しています：undo、new、save ファイル、quit。
not-possible = { $move } には打てません：{ $reason }。
no-pass = このゲームにパスはありません。
off-board = { $point } は盤の外です：列は { $first } から { $last }、行は 1 から { $rows }。
off-board-without-i = { $point } は盤の外です：列は { $first } から { $last }（I を除く）、行は 1 から { $rows }。
not-understood = 「{ $text }」は手でもコマンドでもありません。help でコマンドの一覧を表示します。
name-stone = 石の位置を指定してください：ladder { $move }
no-stone = { $point } に石はありません。
no-ladders = このゲームにシチョウはありません。
illegal-off-board = そのような点はありません
illegal-occupied = その点には石があります
illegal-suicide = 自殺手です
illegal-ko = コウはすぐに取り返せません
illegal-superko = 同形反復になります
illegal-forbidden = 黒の禁点です
illegal-no-flip = 返せる石がありません
illegal-no-pass = ここではパスできません
illegal-wrong-side = 相手の番です
illegal-game-over = 対局は終了しています

## Help

help-move = その点に打つ（大文字でも小文字でも可）
help-pass = パスする
help-undo = 自分の最後の手を戻す
help-hint = 手を提案する
help-score = 今の盤面を数える
help-ladder = その石のシチョウを読む
help-board = 盤をもう一度表示する
help-stop = Tengen にすぐ打たせる（Ctrl-C と同じ）
help-switch = Tengen と色を交代する
help-resign = 投了する
help-level = 囲碁なら 10k、他のゲームなら 1500 などのレベル、または full にする。レベルを省くと表示する
help-new = 新しい対局を始める
help-save = 棋譜をファイルに保存する
help-help = この一覧を表示する
help-quit = 保存するかを確かめて終了する（Ctrl-D も同じ）。Ctrl-C を二度押すと保存して終了する
argument-point = 点
argument-level = レベル
argument-file = ファイル

## Notes next to the board

forced-pass = { $side ->
        [b] 黒
       *[w] 白
    }は打てる所がなく、パスです。
legend-forbidden = { $sign } 黒の禁点
legend-moves = { $sign } 打てる所
to-move = { $n } 手目：{ $side ->
        [b] 黒
       *[w] 白
    }番
player = { $side ->
        [b] 黒
       *[w] 白
    }：{ $player }
you = あなた
clock-periods = { $time } x{ $n }
clock-stones = { $time }／{ $n } 手
captures = アゲハマ：黒 { $black }、白 { $white }
komi = コミ { $komi }
rule = ルール：{ $rule }
rule-freestyle = 自由：五連以上で勝ち
rule-standard = 標準：ちょうど五連で勝ち
rule-renju = 連珠：黒に禁手あり
rule-caro = Caro：両端を止められた五は不成立
rule-exact-caro = Caro：ちょうど五連
discs = 石数：黒 { $black }、白 { $white }

## Leaving and saving

end-choices = save ファイル で棋譜を保存します。undo、new、quit も使えます。
leaves = もう一度 Ctrl-C を押すと終了します。
leaves-and-saves = もう一度 Ctrl-C を押すと、棋譜を新しいファイルに保存して終了します。
save-question = 棋譜を保存しますか。ファイル名を入力してください。Enter だけなら保存せずに終了します。
overwrite-question = { $file } はすでにあります。上書きしますか。（はい／いいえ）
not-saved = 保存しませんでした。
saved = { $file } に保存しました。
cannot-write = { $file } に書き込めません：{ $reason }。
file-not-found = そのフォルダーはありません
file-permission-denied = 書き込みが許可されていません
file-is-folder = フォルダーです
file-disk-full = ディスクに空きがありません
file-read-only = ディスクは読み取り専用です
file-irregular = 通常のファイルではありません
file-protected = ファイルは読み取り専用です
file-busy = 別のプログラムが書き込んでいます
no-format = .{ $suffix } の形式はありません。.sgf を使ってください。
no-format-ggf = .{ $suffix } の形式はありません。.ggf か .sgf を使ってください。
no-sgf = SGF にこのゲームの番号はありません。

## The engine’s moves

no-move = 打てる手がありません。
hint-is = ヒント：{ $move }（{ $note }）。手順：{ $line }
plays = { $name } の手：{ $move }（{ $note }）。
resigns = { $name } が投了しました（{ $note }）。
seconds = { $seconds } 秒
seconds-value = { $seconds } 秒、{ $value }
no-legal-move = { $name } は打てる手を見つけられず、投了しました。
fails-and-resigns = { $name } に障害が起き、投了しました：{ $text }
failed = 失敗しました：{ $text }
percent = 勝率 { $percent }%
percent-lead = 勝率 { $percent }%、{ $side ->
        [b] 黒
       *[w] 白
    }が { $margin } 目優勢
wins-in = { $n } 手で勝ち
loses-in = { $n } 手で負け
leads-discs = { $side ->
        [b] 黒
       *[w] 白
    }が { $margin } 石優勢
leads-discs-certainty = { $side ->
        [b] 黒
       *[w] 白
    }が { $margin } 石優勢（{ $certainty }）
certain-draw = 引き分け確定
certain-win = { $side ->
        [b] 黒
       *[w] 白
    }の { $margin } 石勝ち確定

## Results and counts

wins = { $side ->
        [b] 黒
       *[w] 白
    }の勝ちです。
wins-by = { $side ->
        [b] 黒
       *[w] 白
    }の { $points } 目勝ちです。
wins-by-resignation = { $side ->
        [b] 黒
       *[w] 白
    }の中押し勝ちです。
wins-on-time = { $side ->
        [b] 黒
       *[w] 白
    }の時間切れ勝ちです。
wins-discs = { $most } 対 { $least } で{ $side ->
        [b] 黒
       *[w] 白
    }の勝ちです。
leads-with-discs = { $most } 対 { $least } で{ $side ->
        [b] 黒
       *[w] 白
    }が優勢です。
equal-discs = 双方とも { $n } 石です。
drawn = 引き分けです。
dead-chains = 死に石：{ $points }。
unfinished-even = 終局していません。形勢はほぼ互角です。
unfinished = 終局していません。{ $side ->
        [b] 黒
       *[w] 白
    }が約 { $n } 目優勢です。
area-legend = x は黒地、o は白地です。
no-count = 五目並べに数える点はありません。hint で形勢がわかります。
chain-captured = { $side ->
        [b] 黒
       *[w] 白
    }先なら、{ $point } の石は取られます。
chain-escapes = { $side ->
        [b] 黒
       *[w] 白
    }先なら、{ $point } の石は逃げられます。
chain-unknown = { $side ->
        [b] 黒
       *[w] 白
    }先で { $point } の石が取られるかは不明です。シチョウが長すぎました。
line = 手順：{ $moves }

## Problems

problems-heading = 問題
solutions-heading = 解答
problems = 全 { $n } 問。手を入力してください。hint、next、help、quit も使えます。
problem = 第 { $n } 問（全 { $of } 問）：{ $kind }
problem-with-level = 第 { $n } 問（全 { $of } 問）：{ $kind }、レベル { $level }
not-a-point = 「{ $text }」は点でもコマンドでもありません。help でコマンドの一覧を表示します。
try-again = もう一度考えてください。
look-between = { $from } から { $to } の間です。
solution-is = 正解は { $point } です。
help-problem-hint = 正解の範囲を、次に正解を示す
help-problem-next = 次の問題へ
help-problem-quit = 結果を示して終了する
summary = { $n } 問：一度で正解 { $at-once }、ヒントか誤答のあと正解 { $with-help }、未正解 { $unsolved }。
