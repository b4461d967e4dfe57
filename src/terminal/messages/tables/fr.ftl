# Messages of a terminal in French, in Fluent syntax (https://projectfluent.org).

## Numbers and answers

decimal = ,
yes-words = o oui
no-words = n non

## The start, and levels

greeting = { $name } { $version }, { $game }. Tapez des coups comme { $move }, ou help pour la liste des commandes.
game-go = Go
game-gomoku = Gomoku
game-reversi = Reversi
no-level = Il n’y a pas de niveau { $level } : de { $weakest } à { $strongest }, ou full.
level-set = { $name } joue au niveau { $level }.
level-full = { $name } joue à pleine force.

## Moves that are not played

no-argument = { $word } s’emploie seul.
name-file = Donnez un nom au fichier : save game.{ $suffix }
no-undo = Vous n’avez aucun coup à reprendre.
over = La partie est terminée.
over-choices = La partie est terminée : undo, new, save FICHIER ou quit.
not-possible = { $move } n’est pas possible : { $reason }.
no-pass = On ne passe pas dans ce jeu.
off-board = { $point } est hors du plateau : colonnes { $first } à { $last }, lignes 1 à { $rows }.
off-board-without-i = { $point } est hors du plateau : colonnes { $first } à { $last } sans I, lignes 1 à { $rows }.
not-understood = « { $text } » n’est ni un coup ni une commande ; help donne la liste des commandes.
name-stone = Indiquez une pierre de la chaîne : ladder { $move }
no-stone = Il n’y a pas de pierre en { $point }.
no-ladders = Il n’y a pas de shicho dans ce jeu.
illegal-off-board = ce point n’existe pas
illegal-occupied = le point est occupé
illegal-suicide = le coup serait un suicide
illegal-ko = le ko ne peut pas être repris aussitôt
illegal-superko = le coup répète une position antérieure
illegal-forbidden = le point est interdit à Noir
illegal-no-flip = aucun pion ne serait retourné
illegal-no-pass = on ne peut pas passer ici
illegal-wrong-side = c’est à l’adversaire de jouer
illegal-game-over = la partie est terminée

## Help

help-move = jouer là, en majuscules ou en minuscules
help-pass = passer
help-undo = reprendre votre dernier coup
help-hint = proposer un coup
help-score = compter le plateau tel qu’il est
help-ladder = lire le shicho de la chaîne qui s’y trouve
help-board = redessiner le plateau
help-stop = faire jouer Tengen tout de suite, comme Ctrl-C
help-switch = échanger les côtés avec Tengen
help-resign = abandonner la partie
help-level = jouer à un niveau, comme 10k au go ou 1500 aux autres jeux, ou full ; sans NIVEAU, l’afficher
help-new = commencer une autre partie
help-save = écrire la partie dans un fichier
help-help = afficher cette liste
help-quit = quitter, après avoir demandé s’il faut enregistrer la partie ; Ctrl-D de même. Ctrl-C deux fois l’enregistre et quitte
argument-point = POINT
argument-level = NIVEAU
argument-file = FICHIER

## Notes next to the board

forced-pass = { $side ->
        [b] Noir
       *[w] Blanc
    } n’a aucun coup et passe.
legend-forbidden = { $sign } interdit à Noir
legend-moves = { $sign } coups possibles
to-move = Coup { $n } : à { $side ->
        [b] Noir
       *[w] Blanc
    } de jouer
player = { $side ->
        [b] Noir
       *[w] Blanc
    } : { $player }
you = vous
clock-periods = { $time } x{ $n }
clock-stones = { $time } pour { $n }
captures = Captures : Noir { $black }, Blanc { $white }
komi = Komi { $komi }
rule = Règle : { $rule }
rule-freestyle = Libres : cinq ou plus
rule-standard = Standard : exactement cinq
rule-renju = Renju : points interdits à Noir
rule-caro = Caro : pas de cinq fermé aux deux bouts
rule-exact-caro = Caro : exactement cinq
discs = Pions : Noir { $black }, Blanc { $white }

## Leaving and saving

end-choices = save FICHIER enregistre la partie ; undo, new et quit sont aussi possibles.
leaves = Encore une fois Ctrl-C pour quitter.
leaves-and-saves = Encore une fois Ctrl-C pour enregistrer la partie dans un nouveau fichier et quitter.
save-question = Enregistrer la partie ? Tapez un nom de fichier, ou Entrée pour quitter sans enregistrer.
overwrite-question = { $file } existe déjà. Le remplacer ? (oui ou non)
not-saved = Non enregistré.
saved = Enregistré dans { $file }.
cannot-write = Impossible d’écrire { $file } : { $reason }.
file-not-found = ce dossier n’existe pas
file-permission-denied = l’écriture n’est pas permise
file-is-folder = c’est un dossier
file-disk-full = le disque est plein
file-read-only = le disque est protégé en écriture
file-irregular = ce n’est pas un fichier ordinaire
file-protected = le fichier est protégé en écriture
file-busy = un autre programme est en train de l’écrire
no-format = Aucun format n’est connu pour .{ $suffix } ; utilisez .sgf.
no-format-ggf = Aucun format n’est connu pour .{ $suffix } ; utilisez .ggf ou .sgf.
no-sgf = SGF n’a pas de numéro pour ce jeu.

## The engine’s moves

no-move = Il n’y a aucun coup.
hint-is = Indice : { $move } ({ $note }). Suite : { $line }
plays = { $name } joue { $move } ({ $note }).
resigns = { $name } abandonne ({ $note }).
seconds = { $seconds } s
seconds-value = { $seconds } s, { $value }
no-legal-move = { $name } n’a trouvé aucun coup permis et abandonne.
fails-and-resigns = { $name } a échoué et abandonne : { $text }
failed = Échec : { $text }
percent = { $percent } % de gagner
percent-lead = { $percent } % de gagner, { $side ->
        [b] Noir
       *[w] Blanc
    } mène de { $margin }
wins-in = gagne en { $n ->
        [one] { $n } coup
       *[other] { $n } coups
    }
loses-in = perd en { $n ->
        [one] { $n } coup
       *[other] { $n } coups
    }
leads-discs = { $side ->
        [b] Noir
       *[w] Blanc
    } mène de { $margin } pions
leads-discs-certainty = { $side ->
        [b] Noir
       *[w] Blanc
    } mène de { $margin } pions ({ $certainty })
certain-draw = nulle certaine
certain-win = { $side ->
        [b] Noir
       *[w] Blanc
    } gagne de { $margin } à coup sûr

## Results and counts

wins = { $side ->
        [b] Noir
       *[w] Blanc
    } gagne.
wins-by = { $side ->
        [b] Noir
       *[w] Blanc
    } gagne de { $points }.
wins-by-resignation = { $side ->
        [b] Noir
       *[w] Blanc
    } gagne par abandon.
wins-on-time = { $side ->
        [b] Noir
       *[w] Blanc
    } gagne au temps.
wins-discs = { $side ->
        [b] Noir
       *[w] Blanc
    } gagne par { $most } pions à { $least }.
leads-with-discs = { $side ->
        [b] Noir
       *[w] Blanc
    } mène par { $most } pions à { $least }.
equal-discs = Les deux côtés ont { $n } pions.
drawn = La partie est nulle.
dead-chains = Chaînes mortes : { $points }.
unfinished-even = Partie inachevée. La position est à peu près égale.
unfinished = Partie inachevée. { $side ->
        [b] Noir
       *[w] Blanc
    } mène d’environ { $n ->
        [one] { $n } point
       *[other] { $n } points
    }.
area-legend = x est le territoire de Noir, o celui de Blanc.
no-count = Au gomoku, il n’y a pas de points à compter ; hint montre qui est devant.
chain-captured = Si { $side ->
        [b] Noir
       *[w] Blanc
    } commence, la chaîne en { $point } est capturée.
chain-escapes = Si { $side ->
        [b] Noir
       *[w] Blanc
    } commence, la chaîne en { $point } s’échappe.
chain-unknown = Si { $side ->
        [b] Noir
       *[w] Blanc
    } commence, le sort de la chaîne en { $point } reste inconnu ; le shicho était trop long.
line = Suite : { $moves }

## Problems

problems-heading = Problèmes
solutions-heading = Solutions
problems = { $n ->
        [one] { $n } problème
       *[other] { $n } problèmes
    }. Tapez votre coup, ou hint, next, help ou quit.
problem = Problème { $n } sur { $of } : { $kind }
problem-with-level = Problème { $n } sur { $of } : { $kind }, niveau { $level }
not-a-point = « { $text } » n’est ni un point ni une commande ; help donne la liste des commandes.
try-again = Essayez encore.
look-between = Regardez entre { $from } et { $to }.
solution-is = La solution est { $point }.
help-problem-hint = indiquer la zone de la solution, puis la solution
help-problem-next = passer au problème suivant
help-problem-quit = quitter, avec un résumé
summary = { $n ->
        [one] { $n } problème
       *[other] { $n } problèmes
    } : { $at-once } du premier coup, { $with-help } après un indice ou un coup faux, { $unsolved } sans solution.
