# Messages of a terminal in Simplified Chinese, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = .
yes-words = 是
no-words = 否

## The start, and levels

greeting = { $name } { $version }，{ $game }。请输入 { $move } 这样的着手；输入 help 查看命令。
game-go = 围棋
game-gomoku = 五子棋
game-reversi = 黑白棋
no-level = 没有 { $level } 这个级别：可用 { $weakest } 到 { $strongest }，或 full。
level-set = { $name } 的级别为 { $level }。
level-full = { $name } 以最强棋力对局。

## Moves that are not played

no-argument = { $word } 不带参数。
name-file = 请写明文件：save game.{ $suffix }
no-undo = 没有可以悔的棋。
over = 棋局已结束。
over-choices = 棋局已结束：undo、new、save 文件 或 quit。
not-possible = 不能下在 { $move }：{ $reason }。
no-pass = 这种棋不能停一手。
off-board = { $point } 不在棋盘上：列为 { $first } 到 { $last }，行为 1 到 { $rows }。
off-board-without-i = { $point } 不在棋盘上：列为 { $first } 到 { $last }（没有 I），行为 1 到 { $rows }。
not-understood = “{ $text }”既不是着手也不是命令；输入 help 查看命令。
name-stone = 请写明一个棋子：ladder { $move }
no-stone = { $point } 没有棋子。
no-ladders = 这种棋没有征子。
illegal-off-board = 没有此点
illegal-occupied = 此处已有子
illegal-suicide = 此手会使自己的子被提（自杀）
illegal-ko = 打劫不可立即回提
illegal-superko = 全局同形再现
illegal-forbidden = 此处为黑方禁手
illegal-no-flip = 翻不了任何子
illegal-no-pass = 此处不可停一手
illegal-wrong-side = 轮到对方
illegal-game-over = 棋局已结束

## Help

help-move = 下在该处；大小写均可
help-pass = 停一手
help-undo = 悔一步棋
help-hint = 提示一手
help-score = 按当前盘面计算
help-ladder = 计算该处棋子的征子
help-board = 重新显示棋盘
help-stop = 让 Tengen 立即落子，与 Ctrl-C 相同
help-switch = 与 Tengen 交换黑白
help-resign = 认输
help-level = 设定级别，例如围棋用 10k，其他棋用 1500，或 full；不写级别则显示当前级别
help-new = 开始新的一局
help-save = 把棋谱写入文件
help-help = 显示此列表
help-quit = 询问是否保存后退出；Ctrl-D 相同。连按两次 Ctrl-C 则保存并退出
argument-point = 点
argument-level = 级别
argument-file = 文件

## Notes next to the board

forced-pass = { $side ->
        [b] 黑
       *[w] 白
    }方无处可下，停一手。
legend-forbidden = { $sign } 黑方禁手
legend-moves = { $sign } 可下处
to-move = 第 { $n } 手：轮到{ $side ->
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
komi = 贴目 { $komi }
rule = 规则：{ $rule }
rule-freestyle = 无禁手：五连以上胜
rule-standard = 标准：恰好五连胜
rule-renju = 连珠：黑方有禁手
rule-caro = Caro：两端被堵的五连不胜
rule-exact-caro = Caro：恰好五连
discs = 子数：黑 { $black }，白 { $white }

## Leaving and saving

end-choices = 用 save 文件 保存棋谱；也可以 undo、new 或 quit。
leaves = 再按一次 Ctrl-C 退出。
leaves-and-saves = 再按一次 Ctrl-C 退出，并把棋谱保存到新文件。
save-question = 保存棋谱吗？请输入文件名；直接按回车则不保存并退出。
overwrite-question = { $file } 已存在。要覆盖吗？（是／否）
not-saved = 没有保存。
saved = 已保存到 { $file }。
cannot-write = 无法写入 { $file }：{ $reason }。
file-not-found = 没有这个文件夹
file-permission-denied = 没有写入权限
file-is-folder = 这是文件夹
file-disk-full = 磁盘已满
file-read-only = 磁盘只读
file-irregular = 这不是普通文件
file-protected = 文件只读
file-busy = 另一个程序正在写入
no-format = 不认识 .{ $suffix } 格式；请用 .sgf。
no-format-ggf = 不认识 .{ $suffix } 格式；请用 .ggf 或 .sgf。
no-sgf = SGF 没有这种棋的编号。

## The engine’s moves

no-move = 无处可下。
hint-is = 提示：{ $move }（{ $note }）。变化：{ $line }
plays = { $name } 下 { $move }（{ $note }）。
resigns = { $name } 认输（{ $note }）。
seconds = { $seconds } 秒
seconds-value = { $seconds } 秒，{ $value }
no-legal-move = { $name } 找不到合法着手，认输。
fails-and-resigns = { $name } 出错，认输：{ $text }
failed = 失败：{ $text }
percent = 胜率 { $percent }%
percent-lead = 胜率 { $percent }%，{ $side ->
        [b] 黑
       *[w] 白
    }方领先 { $margin } 目
wins-in = { $n } 手内胜
loses-in = { $n } 手内负
leads-discs = { $side ->
        [b] 黑
       *[w] 白
    }方领先 { $margin } 子
leads-discs-certainty = { $side ->
        [b] 黑
       *[w] 白
    }方领先 { $margin } 子（{ $certainty }）
certain-draw = 必和
certain-win = { $side ->
        [b] 黑
       *[w] 白
    }方必胜 { $margin } 子

## Results and counts

wins = { $side ->
        [b] 黑
       *[w] 白
    }胜。
wins-by = { $side ->
        [b] 黑
       *[w] 白
    }胜 { $points } 目。
wins-by-resignation = { $side ->
        [b] 黑
       *[w] 白
    }中盘胜。
wins-on-time = { $side ->
        [b] 黑
       *[w] 白
    }超时胜。
wins-discs = { $side ->
        [b] 黑
       *[w] 白
    }胜，{ $most } 子对 { $least } 子。
leads-with-discs = { $side ->
        [b] 黑
       *[w] 白
    }方领先，{ $most } 子对 { $least } 子。
equal-discs = 双方各 { $n } 子。
drawn = 和棋。
dead-chains = 死子：{ $points }。
unfinished-even = 尚未终局。形势大致均等。
unfinished = 尚未终局。{ $side ->
        [b] 黑
       *[w] 白
    }方约领先 { $n } 目。
area-legend = x 为黑地，o 为白地。
no-count = 五子棋没有目数可算；hint 可看出谁占优。
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
    }先，{ $point } 的棋子能否被吃不明；征子太长。
line = 变化：{ $moves }

## Problems

problems-heading = 题目
solutions-heading = 解答
problems = 共 { $n } 题。请输入着手，或 hint、next、help、quit。
problem = 第 { $n } 题（共 { $of } 题）：{ $kind }
problem-with-level = 第 { $n } 题（共 { $of } 题）：{ $kind }，级别 { $level }
not-a-point = “{ $text }”既不是点也不是命令；输入 help 查看命令。
try-again = 请再试一次。
look-between = 看 { $from } 到 { $to } 之间。
solution-is = 正解是 { $point }。
help-problem-hint = 先提示正解的范围，再给出正解
help-problem-next = 下一题
help-problem-quit = 退出并显示小结
summary = 共 { $n } 题：一次答对 { $at-once }，提示或答错后答对 { $with-help }，未答对 { $unsolved }。
