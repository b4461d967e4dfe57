# Messages of a terminal in Russian, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = ,
yes-words = д да
no-words = н нет

## The start, and levels

greeting = { $name } { $version }, { $game }. Вводите ходы, например { $move }; help покажет список команд.
game-go = Го
game-gomoku = Гомоку
game-reversi = Реверси
no-level = Уровня { $level } нет: от { $weakest } до { $strongest } или full.
level-set = { $name } играет на уровне { $level }.
level-full = { $name } играет в полную силу.

## Moves that are not played

no-argument = Команда { $word } вводится без параметров.
name-file = Укажите файл: save game.{ $suffix }
no-undo = У вас нет хода, который можно взять назад.
over = Партия окончена.
over-choices = Партия окончена: undo, new, save ФАЙЛ или quit.
not-possible = Ход { $move } невозможен: { $reason }.
no-pass = В этой игре нельзя пасовать.
off-board = { $point } вне доски: столбцы от { $first } до { $last }, ряды от 1 до { $rows }.
off-board-without-i = { $point } вне доски: столбцы от { $first } до { $last } без I, ряды от 1 до { $rows }.
not-understood = «{ $text }» — не ход и не команда; help покажет команды.
name-stone = Укажите камень группы: ladder { $move }
no-stone = На { $point } нет камня.
no-ladders = В этой игре нет лестниц.
illegal-off-board = такого пункта нет
illegal-occupied = пункт занят
illegal-suicide = ход самоубийственный
illegal-ko = ко нельзя сразу отбить
illegal-superko = ход повторяет прежнюю позицию
illegal-forbidden = для чёрных это фол
illegal-no-flip = ни одна фишка не перевернётся
illegal-no-pass = здесь нельзя пасовать
illegal-wrong-side = сейчас ход соперника
illegal-game-over = партия окончена

## Help

help-move = сходить туда; буквы заглавные или строчные
help-pass = спасовать
help-undo = взять назад свой последний ход
help-hint = подсказать ход
help-score = подсчитать доску, как она есть
help-ladder = прочитать лестницу этой группы
help-board = показать доску ещё раз
help-stop = заставить Tengen сходить сразу, как и Ctrl-C
help-switch = поменяться сторонами с Tengen
help-resign = сдаться
help-level = играть на уровне, например 10k в го или 1500 в других играх, или full; без УРОВНЯ — показать его
help-new = начать новую партию
help-save = записать партию в файл
help-help = показать этот список
help-quit = выйти, спросив, сохранить ли партию; так же Ctrl-D. Двойное Ctrl-C сохраняет её и выходит
argument-point = ПУНКТ
argument-level = УРОВЕНЬ
argument-file = ФАЙЛ

## Notes next to the board

forced-pass = У { $side ->
        [b] чёрных
       *[w] белых
    } нет хода, пас.
legend-forbidden = { $sign } фол для чёрных
legend-moves = { $sign } возможные ходы
to-move = Ход { $n }: ходят { $side ->
        [b] чёрные
       *[w] белые
    }
player = { $side ->
        [b] Чёрные
       *[w] Белые
    }: { $player }
you = вы
clock-periods = { $time } x{ $n }
clock-stones = { $time } на { $n }
captures = Пленные: чёрные { $black }, белые { $white }
komi = Коми { $komi }
rule = Правила: { $rule }
rule-freestyle = Свободные: пять и больше
rule-standard = Стандартные: ровно пять
rule-renju = Рэндзю: у чёрных есть фолы
rule-caro = Каро: пять, закрытые с двух сторон, не выигрывают
rule-exact-caro = Каро: ровно пять
discs = Фишки: чёрные { $black }, белые { $white }

## Leaving and saving

end-choices = save ФАЙЛ сохраняет партию; можно также undo, new и quit.
leaves = Ещё раз Ctrl-C — выход.
leaves-and-saves = Ещё раз Ctrl-C — выход; партия сохранится в новом файле.
save-question = Сохранить партию? Введите имя файла или нажмите Enter, чтобы выйти без сохранения.
overwrite-question = { $file } уже существует. Заменить? (да или нет)
not-saved = Не сохранено.
saved = Сохранено в { $file }.
cannot-write = Не удаётся записать { $file }: { $reason }.
file-not-found = такой папки нет
file-permission-denied = запись запрещена
file-is-folder = это папка
file-disk-full = диск заполнен
file-read-only = диск доступен только для чтения
file-irregular = это не обычный файл
file-protected = файл доступен только для чтения
file-busy = его записывает другая программа
no-format = Формат .{ $suffix } неизвестен; используйте .sgf.
no-format-ggf = Формат .{ $suffix } неизвестен; используйте .ggf или .sgf.
no-sgf = У этой игры нет номера в SGF.

## The engine’s moves

no-move = Ходов нет.
hint-is = Совет: { $move } ({ $note }). Вариант: { $line }
plays = { $name } ходит { $move } ({ $note }).
resigns = { $name } сдаётся ({ $note }).
seconds = { $seconds } с
seconds-value = { $seconds } с, { $value }
no-legal-move = { $name } не находит допустимого хода и сдаётся.
fails-and-resigns = У { $name } произошла ошибка, и он сдаётся: { $text }
failed = Не получилось: { $text }
percent = шансы на победу { $percent } %
percent-lead = шансы на победу { $percent } %, { $side ->
        [b] чёрные
       *[w] белые
    } впереди на { $margin }
wins-in = выигрыш за { $n ->
        [one] { $n } ход
        [few] { $n } хода
        [many] { $n } ходов
       *[other] { $n } хода
    }
loses-in = проигрыш за { $n ->
        [one] { $n } ход
        [few] { $n } хода
        [many] { $n } ходов
       *[other] { $n } хода
    }
leads-discs = { $side ->
        [b] чёрные
       *[w] белые
    } впереди на { $margin } фишки
leads-discs-certainty = { $side ->
        [b] чёрные
       *[w] белые
    } впереди на { $margin } фишки ({ $certainty })
certain-draw = точно ничья
certain-win = { $side ->
        [b] чёрные
       *[w] белые
    } точно выигрывают с перевесом { $margin }

## Results and counts

wins = { $side ->
        [b] Чёрные
       *[w] Белые
    } победили.
wins-by = { $side ->
        [b] Чёрные
       *[w] Белые
    } победили с перевесом { $points }.
wins-by-resignation = { $side ->
        [b] Чёрные победили: белые сдались
       *[w] Белые победили: чёрные сдались
    }.
wins-on-time = { $side ->
        [b] Чёрные
       *[w] Белые
    } победили по времени.
wins-discs = { $side ->
        [b] Чёрные
       *[w] Белые
    } победили: фишки { $most } на { $least }.
leads-with-discs = { $side ->
        [b] Чёрные
       *[w] Белые
    } впереди: фишки { $most } на { $least }.
equal-discs = У обеих сторон по { $n ->
        [one] { $n } фишке
        [few] { $n } фишки
        [many] { $n } фишек
       *[other] { $n } фишки
    }.
drawn = Ничья.
dead-chains = Мёртвые группы: { $points }.
unfinished-even = Партия не окончена. Позиция примерно равная.
unfinished = Партия не окончена. { $side ->
        [b] Чёрные
       *[w] Белые
    } впереди примерно на { $n ->
        [one] { $n } очко
        [few] { $n } очка
        [many] { $n } очков
       *[other] { $n } очка
    }.
area-legend = x — территория чёрных, o — белых.
no-count = В гомоку нет очков; hint покажет, кто впереди.
chain-captured = Если начинают { $side ->
        [b] чёрные
       *[w] белые
    }, группа на { $point } будет взята.
chain-escapes = Если начинают { $side ->
        [b] чёрные
       *[w] белые
    }, группа на { $point } уходит.
chain-unknown = Если начинают { $side ->
        [b] чёрные
       *[w] белые
    }, судьба группы на { $point } неясна; лестница слишком длинная.
line = Вариант: { $moves }

## Problems

problems-heading = Задачи
solutions-heading = Решения
problems = { $n ->
        [one] { $n } задача
        [few] { $n } задачи
        [many] { $n } задач
       *[other] { $n } задачи
    }. Введите ход или hint, next, help, quit.
problem = Задача { $n } из { $of }: { $kind }
problem-with-level = Задача { $n } из { $of }: { $kind }, уровень { $level }
not-a-point = «{ $text }» — не пункт и не команда; help покажет команды.
try-again = Попробуйте ещё раз.
look-between = Посмотрите между { $from } и { $to }.
solution-is = Решение: { $point }.
help-problem-hint = назвать область решения, потом решение
help-problem-next = к следующей задаче
help-problem-quit = выйти и показать итог
summary = { $n ->
        [one] { $n } задача
        [few] { $n } задачи
        [many] { $n } задач
       *[other] { $n } задачи
    }: сразу решено { $at-once }, после подсказки или ошибки { $with-help }, не решено { $unsolved }.
