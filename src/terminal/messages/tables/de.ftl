# Messages of a terminal in German, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = ,
yes-words = j ja
no-words = n nein

## The start, and levels

greeting = { $name } { $version }, { $game }. Geben Sie Züge wie { $move } ein, oder help für eine Liste der Befehle.
game-go = Go
game-gomoku = Gomoku
game-reversi = Reversi
no-level = Es gibt keine Stufe { $level }, nur { $weakest } bis { $strongest } oder full.
level-set = { $name } spielt auf Stufe { $level }.
level-full = { $name } spielt mit voller Stärke.

## Moves that are not played

no-argument = { $word } steht allein.
name-file = Nennen Sie die Datei: save game.{ $suffix }
no-undo = Sie haben keinen Zug, der zurückgenommen werden könnte.
over = Die Partie ist zu Ende.
over-choices = Die Partie ist zu Ende: undo, new, save DATEI oder quit.
not-possible = { $move } ist nicht möglich: { $reason }.
no-pass = In diesem Spiel gibt es kein Passen.
off-board = { $point } liegt nicht auf dem Brett: Spalten { $first } bis { $last }, Reihen 1 bis { $rows }.
off-board-without-i = { $point } liegt nicht auf dem Brett: Spalten { $first } bis { $last } ohne I, Reihen 1 bis { $rows }.
not-understood = „{ $text }“ ist weder ein Zug noch ein Befehl; help nennt die Befehle.
name-stone = Nennen Sie einen Stein der Kette: ladder { $move }
no-stone = Auf { $point } liegt kein Stein.
no-ladders = In diesem Spiel gibt es keine Treppen.
illegal-off-board = diesen Punkt gibt es nicht
illegal-occupied = der Punkt ist besetzt
illegal-suicide = der Zug wäre Selbstmord
illegal-ko = das Ko darf nicht sofort zurückgeschlagen werden
illegal-superko = der Zug wiederholt eine frühere Stellung
illegal-forbidden = der Punkt ist für Schwarz verboten
illegal-no-flip = kein Stein würde umgedreht
illegal-no-pass = Passen ist hier nicht erlaubt
illegal-wrong-side = die andere Seite ist am Zug
illegal-game-over = die Partie ist zu Ende

## Help

help-move = dorthin setzen; groß oder klein geschrieben
help-pass = passen
help-undo = den letzten eigenen Zug zurücknehmen
help-hint = einen Zug vorschlagen
help-score = das Brett auszählen, wie es steht
help-ladder = die Treppe dieser Kette lesen
help-board = das Brett noch einmal zeigen
help-stop = Tengen sofort ziehen lassen, wie Strg-C
help-switch = die Seiten mit Tengen tauschen
help-resign = die Partie aufgeben
help-level = auf einer Stufe spielen, etwa 10k im Go oder 1500 in anderen Spielen, oder full; ohne STUFE die Stufe zeigen
help-new = eine neue Partie beginnen
help-save = die Partie in eine Datei schreiben
help-help = diese Liste zeigen
help-quit = beenden, nach der Frage, ob die Partie gespeichert werden soll; ebenso Strg-D. Zweimal Strg-C speichert und beendet
argument-point = PUNKT
argument-level = STUFE
argument-file = DATEI

## Notes next to the board

forced-pass = { $side ->
        [b] Schwarz
       *[w] Weiß
    } hat keinen Zug und passt.
legend-forbidden = { $sign } verboten für Schwarz
legend-moves = { $sign } mögliche Züge
to-move = Zug { $n }: { $side ->
        [b] Schwarz
       *[w] Weiß
    } ist am Zug
player = { $side ->
        [b] Schwarz
       *[w] Weiß
    }: { $player }
you = Sie
clock-periods = { $time } x{ $n }
clock-stones = { $time } für { $n }
captures = Gefangene: Schwarz { $black }, Weiß { $white }
komi = Komi { $komi }
rule = Regel: { $rule }
rule-freestyle = Frei: fünf oder mehr
rule-standard = Standard: genau fünf
rule-renju = Renju: verbotene Punkte für Schwarz
rule-caro = Caro: keine beidseitig geschlossene Fünf
rule-exact-caro = Caro: genau fünf
discs = Steine: Schwarz { $black }, Weiß { $white }

## Leaving and saving

end-choices = save DATEI speichert die Partie; auch undo, new und quit sind möglich.
leaves = Noch einmal Strg-C beendet das Programm.
leaves-and-saves = Noch einmal Strg-C speichert die Partie in einer neuen Datei und beendet das Programm.
save-question = Partie speichern? Geben Sie einen Dateinamen ein; die Eingabetaste allein beendet ohne Speichern.
overwrite-question = { $file } gibt es schon. Überschreiben? (ja oder nein)
not-saved = Nicht gespeichert.
saved = Gespeichert in { $file }.
cannot-write = { $file } kann nicht geschrieben werden: { $reason }.
file-not-found = diesen Ordner gibt es nicht
file-permission-denied = das Schreiben ist nicht erlaubt
file-is-folder = das ist ein Ordner
file-disk-full = der Datenträger ist voll
file-read-only = der Datenträger ist schreibgeschützt
file-irregular = das ist keine gewöhnliche Datei
file-protected = die Datei ist schreibgeschützt
file-busy = ein anderes Programm schreibt sie gerade
no-format = Für .{ $suffix } ist kein Format bekannt; verwenden Sie .sgf.
no-format-ggf = Für .{ $suffix } ist kein Format bekannt; verwenden Sie .ggf oder .sgf.
no-sgf = SGF hat keine Nummer für dieses Spiel.

## The engine’s moves

no-move = Es gibt keinen Zug.
hint-is = Tipp: { $move } ({ $note }). Folge: { $line }
plays = { $name } spielt { $move } ({ $note }).
resigns = { $name } gibt auf ({ $note }).
seconds = { $seconds } s
seconds-value = { $seconds } s, { $value }
no-legal-move = { $name } hat keinen erlaubten Zug gefunden und gibt auf.
fails-and-resigns = { $name } hat versagt und gibt auf: { $text }
failed = Das ist fehlgeschlagen: { $text }
percent = Gewinnchance { $percent } %
percent-lead = Gewinnchance { $percent } %, { $side ->
        [b] Schwarz
       *[w] Weiß
    } führt mit { $margin }
wins-in = gewinnt in { $n ->
        [one] { $n } Zug
       *[other] { $n } Zügen
    }
loses-in = verliert in { $n ->
        [one] { $n } Zug
       *[other] { $n } Zügen
    }
leads-discs = { $side ->
        [b] Schwarz
       *[w] Weiß
    } führt mit { $margin } Steinen
leads-discs-certainty = { $side ->
        [b] Schwarz
       *[w] Weiß
    } führt mit { $margin } Steinen ({ $certainty })
certain-draw = sicher unentschieden
certain-win = { $side ->
        [b] Schwarz
       *[w] Weiß
    } gewinnt sicher mit { $margin }

## Results and counts

wins = { $side ->
        [b] Schwarz
       *[w] Weiß
    } gewinnt.
wins-by = { $side ->
        [b] Schwarz
       *[w] Weiß
    } gewinnt mit { $points }.
wins-by-resignation = { $side ->
        [b] Schwarz
       *[w] Weiß
    } gewinnt durch Aufgabe.
wins-on-time = { $side ->
        [b] Schwarz
       *[w] Weiß
    } gewinnt nach Zeit.
wins-discs = { $side ->
        [b] Schwarz
       *[w] Weiß
    } gewinnt mit { $most } zu { $least } Steinen.
leads-with-discs = { $side ->
        [b] Schwarz
       *[w] Weiß
    } führt mit { $most } zu { $least } Steinen.
equal-discs = Beide Seiten haben { $n } Steine.
drawn = Die Partie ist unentschieden.
dead-chains = Tote Ketten: { $points }.
unfinished-even = Nicht beendet. Die Partie steht etwa gleich.
unfinished = Nicht beendet. { $side ->
        [b] Schwarz
       *[w] Weiß
    } führt mit etwa { $n ->
        [one] { $n } Punkt
       *[other] { $n } Punkten
    }.
area-legend = x ist das Gebiet von Schwarz, o das von Weiß.
no-count = Im Gomoku gibt es keine Punkte zu zählen; hint zeigt, wer besser steht.
chain-captured = Wenn { $side ->
        [b] Schwarz
       *[w] Weiß
    } beginnt, wird die Kette auf { $point } gefangen.
chain-escapes = Wenn { $side ->
        [b] Schwarz
       *[w] Weiß
    } beginnt, entkommt die Kette auf { $point }.
chain-unknown = Wenn { $side ->
        [b] Schwarz
       *[w] Weiß
    } beginnt, ist die Kette auf { $point } ungeklärt; die Treppe war zu lang.
line = Folge: { $moves }

## Problems

problems-heading = Aufgaben
solutions-heading = Lösungen
problems = { $n ->
        [one] { $n } Aufgabe
       *[other] { $n } Aufgaben
    }. Geben Sie Ihren Zug ein, oder hint, next, help oder quit.
problem = Aufgabe { $n } von { $of }: { $kind }
problem-with-level = Aufgabe { $n } von { $of }: { $kind }, Stufe { $level }
not-a-point = „{ $text }“ ist weder ein Punkt noch ein Befehl; help nennt die Befehle.
try-again = Versuchen Sie es noch einmal.
look-between = Sehen Sie zwischen { $from } und { $to } nach.
solution-is = Die Lösung ist { $point }.
help-problem-hint = erst die Gegend der Lösung nennen, dann die Lösung
help-problem-next = zur nächsten Aufgabe
help-problem-quit = beenden, mit einer Zusammenfassung
summary = { $n ->
        [one] { $n } Aufgabe
       *[other] { $n } Aufgaben
    }: { $at-once } sofort gelöst, { $with-help } nach einem Tipp oder einem falschen Zug, { $unsolved } nicht gelöst.
