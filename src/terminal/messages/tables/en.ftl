# Messages of a terminal in English, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = .
yes-words = y yes
no-words = n no quit

## The start, and levels

greeting = { $name } { $version }, { $game }. Type moves such as { $move }, or help.
game-go = Go
game-gomoku = Gomoku
game-reversi = Reversi
no-level = There is no level { $level }: { $weakest } to { $strongest }, or full.
level-set = { $name } plays at level { $level }.
level-full = { $name } plays at full strength.

## Moves that are not played

no-argument = { $word } takes no argument.
name-file = Name the file: save game.{ $suffix }
no-undo = There is no move of yours to take back.
over = The game is over.
over-choices = The game is over: undo, new, save FILE or quit.
not-possible = { $move } is not possible: { $reason }.
no-pass = This game has no pass.
off-board = { $point } is not on the board: columns { $first } to { $last }, rows 1 to { $rows }.
off-board-without-i = { $point } is not on the board: columns { $first } to { $last } without I, rows 1 to { $rows }.
not-understood = '{ $text }' is neither a move nor a word; help lists the words.
name-stone = Name a stone of the chain: ladder { $move }
no-stone = There is no stone at { $point }.
no-ladders = This game has no ladders.
illegal-off-board = the point is off the board
illegal-occupied = the point is occupied
illegal-suicide = suicide
illegal-ko = the ko may not be retaken at once
illegal-superko = the move repeats a former position
illegal-forbidden = the point is forbidden to black
illegal-no-flip = the move flips nothing
illegal-no-pass = a pass is not allowed here
illegal-wrong-side = it is the other side's turn
illegal-game-over = the game is over

## Help

help-move = play there; letter and number in capitals or not
help-pass = play no stone
help-undo = take back your last move
help-hint = suggest a move
help-score = count the board as it stands
help-ladder = read the ladder of the chain there
help-board = draw the board again
help-stop = make Tengen move at once, as Ctrl-C does
help-switch = change sides with Tengen
help-resign = give up the game
help-level = play at a level, such as 10k in Go or 1500 in other games, or full; without LEVEL show it
help-new = begin another game
help-save = write the game to a file
help-help = show this list
help-quit = quit, after asking whether to save the game; so does Ctrl-D. Ctrl-C twice saves it and quits
argument-point = POINT
argument-level = LEVEL
argument-file = FILE

## Notes next to the board

forced-pass = { $side ->
        [b] Black
       *[w] White
    } has no move and passes.
legend-forbidden = { $sign } forbidden to black
legend-moves = { $sign } moves
to-move = Move { $n }: { $side ->
        [b] black
       *[w] white
    } to move
player = { $side ->
        [b] Black
       *[w] White
    }: { $player }
you = you
clock-periods = { $time } x{ $n }
clock-stones = { $time } for { $n }
captures = Captures: black { $black }, white { $white }
komi = Komi { $komi }
rule = Rule: { $rule }
rule-freestyle = freestyle
rule-standard = standard
rule-renju = renju
rule-caro = caro
rule-exact-caro = exact-caro
discs = Discs: black { $black }, white { $white }

## Leaving and saving

end-choices = Save the game with save FILE; undo, new and quit are possible too.
leaves = Ctrl-C once more leaves.
leaves-and-saves = Ctrl-C once more leaves and saves the game in a new file.
save-question = Save the game? Type a file name, or press Enter to quit without saving.
overwrite-question = { $file } exists. Overwrite it? (yes or no)
not-saved = Not saved.
saved = Saved in { $file }.
cannot-write = Cannot write { $file }: { $reason }.
file-not-found = there is no such folder
file-permission-denied = it may not be written
file-is-folder = it is a folder
file-disk-full = the disk is full
file-read-only = the disk is read-only
file-irregular = it is not a regular file
file-protected = the file is read-only
file-busy = another process is writing it
no-format = No format is known for .{ $suffix }; use .sgf.
no-format-ggf = No format is known for .{ $suffix }; use .ggf or .sgf.
no-sgf = SGF has no number for this game.

## The engine’s moves

no-move = There is no move.
hint-is = Hint: { $move } ({ $note }). Line: { $line }
plays = { $name } plays { $move } ({ $note }).
resigns = { $name } resigns ({ $note }).
seconds = { $seconds } s
seconds-value = { $seconds } s, { $value }
no-legal-move = { $name } found no legal move and resigns.
fails-and-resigns = { $name } failed and gives up: { $text }
failed = That failed: { $text }
percent = { $percent }% to win
percent-lead = { $percent }% to win, { $side ->
        [b] black
       *[w] white
    } leads by { $margin }
wins-in = wins in { $n ->
        [one] { $n } move
       *[other] { $n } moves
    }
loses-in = loses in { $n ->
        [one] { $n } move
       *[other] { $n } moves
    }
leads-discs = { $side ->
        [b] black
       *[w] white
    } leads by { $margin } discs
leads-discs-certainty = { $side ->
        [b] black
       *[w] white
    } leads by { $margin } discs ({ $certainty })
certain-draw = a draw for certain
certain-win = { $side ->
        [b] black
       *[w] white
    } wins by { $margin } for certain

## Results and counts

wins = { $side ->
        [b] Black
       *[w] White
    } wins.
wins-by = { $side ->
        [b] Black
       *[w] White
    } wins by { $points }.
wins-by-resignation = { $side ->
        [b] Black
       *[w] White
    } wins by resignation.
wins-on-time = { $side ->
        [b] Black
       *[w] White
    } wins on time.
wins-discs = { $side ->
        [b] Black
       *[w] White
    } wins with { $most } discs to { $least }.
leads-with-discs = { $side ->
        [b] Black
       *[w] White
    } leads with { $most } discs to { $least }.
equal-discs = Both sides have { $n } discs.
drawn = The game is drawn.
dead-chains = Dead chains: { $points }.
unfinished-even = Not finished. The game is about even.
unfinished = Not finished. { $side ->
        [b] Black
       *[w] White
    } is about { $n ->
        [one] { $n } point
       *[other] { $n } points
    } ahead.
area-legend = x is Black's area, o is White's.
no-count = Gomoku has no points to count; hint shows who is ahead.
chain-captured = { $side ->
        [b] Black
       *[w] White
    } first, the chain at { $point } is captured.
chain-escapes = { $side ->
        [b] Black
       *[w] White
    } first, the chain at { $point } escapes.
chain-unknown = { $side ->
        [b] Black
       *[w] White
    } first, the chain at { $point } may be captured or not; the ladder was too long to read.
line = Line: { $moves }

## Problems

problems-heading = Problems
solutions-heading = Solutions
problems = { $n ->
        [one] { $n } problem
       *[other] { $n } problems
    }. Type your move, or hint, next, help or quit.
problem = Problem { $n } of { $of }: { $kind }
problem-with-level = Problem { $n } of { $of }: { $kind }, level { $level }
not-a-point = '{ $text }' is neither a point nor a word; help lists the words.
try-again = Try again.
look-between = Look between { $from } and { $to }.
solution-is = The solution is { $point }.
help-problem-hint = name the area of the solution, then the solution
help-problem-next = go to the next problem
help-problem-quit = quit, with a summary
summary = { $n ->
        [one] { $n } problem
       *[other] { $n } problems
    }: { $at-once } solved at once, { $with-help } after a hint or a wrong move, { $unsolved } not solved.
