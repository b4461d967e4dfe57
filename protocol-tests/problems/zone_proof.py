"""Proofs of life and death in the format `ld-proof 2`: states with unknown cells. Only the rules of Go are known.

A line is a state in which some cells are known, with the claiming side's move, or with all moves of the other side on known
cells. It holds for every state that looks the same on these cells, with any content of the others. Each move names a line: its
known cells must be known after the move, with the same content. The checker plays every move by rules that stay right for all contents of
the unknown cells; where a result depends on them, the cells concerned become unknown.

Letters: `t` target stones, `d` and `a` other stones of the defender and the attacker, `#` stones of the claiming side that can
never be removed, `.` empty, `?` unknown. A stone can never be removed if its chain touches an empty point or a stone of its
color outside the region."""

import json
from collections import namedtuple

from go_board import OTHER, Goban
from life_proof import BadProof, alive_chains, check_ends

State = namedtuple("State", "cells barred side left")


class ZoneProof:
    """A proof with zones, with or without ko threats."""

    def __init__(self, text):
        head, *lines = text.split("\n")
        self.head = head = json.loads(head)
        if head.get("format") != "ld-proof 2":
            raise BadProof("expected the format ld-proof 2")
        goban = Goban(head["size"])
        board = "".join(head["rows"])
        region = [goban.point(place) for place in head["region"]]
        numbers = {point: number for number, point in enumerate(region)}
        if len(numbers) != len(region):
            raise BadProof("the region repeats a point")
        targets = set()
        for place in head["target"]:
            targets |= goban.chain(board, goban.point(place))[0]
        colors = {board[point] for point in targets}
        if not targets <= set(region) or len(colors) != 1 or "." in colors:
            raise BadProof("the target is not stones of one color in the region")
        defender = colors.pop()
        self.captured = head["claim"] == "captured"
        self.claimant = "a" if self.captured else "d"
        self.free = head["free"] and head["free"][0]
        self.budget = head["budget"]
        self.near = [[numbers[n] for n in goban.near[point] if n in numbers] for point in region]
        # The colors with which a stone on a cell touches an empty point or a friend outside the region.
        outside = [{board[n] for n in goban.near[point] if n not in numbers} for point in region]
        self.anchors = {
            side: {number for number, seen in enumerate(outside) if seen & {".", color}}
            for side, color in (("d", defender), ("a", OTHER[defender]))
        }
        self.inner = {number for number, seen in enumerate(outside) if not seen}
        names = {".": ".", defender: "d", OTHER[defender]: "a"}
        cells = ["t" if point in targets else names[board[point]] for point in region]
        self.root = State(self.marked(cells), None, head["first"][0], self.budget)
        if head["ko"] is not None and goban.point(head["ko"]) in numbers:
            barred = numbers[goban.point(head["ko"])]
            retake = self.root.cells[barred] == "." and self.play(self.root, barred)
            # The ko bars only a retake by the side that moves first.
            if retake and retake.barred is not None:
                self.root = self.root._replace(barred=barred)
        self.lines = [self.line(line) for line in lines if line]

    def line(self, text):
        cells, ko, side, *answers = text.split(" ")
        if len(cells) != len(self.near) or set(cells) - set("tda#.?") or side not in ("a", "d"):
            raise BadProof(f"no line of a proof: {text}")
        left = self.budget
        if answers and answers[-1].startswith("left:"):
            left = int(answers.pop().removeprefix("left:"))
        barred = None if ko == "-" else int(ko)
        return State(cells, barred, side, left), answers

    def is_of(self, cell, side):
        """Whether a cell has a stone of a side."""
        return cell in ("td" if side == "d" else "a") or cell == "#" and side == self.claimant

    def chain(self, cells, start, side):
        """Returns the known stones of a chain, its known liberties, and whether it touches an unknown cell."""
        stones, liberties, todo, is_open = {start}, set(), [start], False
        while todo:
            for near in self.near[todo.pop()]:
                cell = cells[near]
                if cell == "?":
                    is_open = True
                elif cell == ".":
                    liberties.add(near)
                elif near not in stones and self.is_of(cell, side):
                    stones.add(near)
                    todo.append(near)
        return stones, liberties, is_open

    def is_safe(self, cells, stones, side):
        return bool(stones & self.anchors[side]) or any(cells[stone] == "#" for stone in stones)

    def marked(self, cells):
        """Marks the stones of the claiming side that can never be removed, except those of the target."""
        cells = list(cells)
        for start, content in enumerate(cells):
            if content != "#" and self.is_of(content, self.claimant):
                stones = self.chain(cells, start, self.claimant)[0]
                if self.is_safe(cells, stones, self.claimant):
                    for stone in stones:
                        if cells[stone] != "t":
                            cells[stone] = "#"
        return "".join(cells)

    def forgotten(self, cells, side):
        """Turns chains of a side without a known liberty, which may have been removed, into unknown cells."""
        cells = list(cells)
        for start, cell in enumerate(cells):
            if self.is_of(cell, side):
                stones, liberties, _ = self.chain(cells, start, side)
                if not liberties and not self.is_safe(cells, stones, side):
                    for stone in stones:
                        cells[stone] = "?"
        return "".join(cells)

    def after_pass(self, state):
        """Returns the state after a pass; of the other side also after a move on an unknown cell."""
        cells = state.cells if state.side == self.claimant else self.forgotten(state.cells, self.claimant)
        return state._replace(cells=cells, barred=None, side=self.other(state.side))

    def other(self, side):
        return "a" if side == "d" else "d"

    def play(self, state, cell):
        """Returns the state after a move on an empty cell. `None` if it is illegal, for the claiming side if it may be."""
        side, other, left = state.side, self.other(state.side), state.left
        if cell == state.barred:
            if side != self.free or left == 0:
                return None
            left = left and left - 1
        cells = list(state.cells)
        cells[cell] = side
        taken, unknown = set(), set()
        for near in self.near[cell]:
            if near in taken | unknown or not self.is_of(cells[near], other):
                continue
            stones, liberties, is_open = self.chain(cells, near, other)
            if liberties or self.is_safe(cells, stones, other):
                continue
            (unknown if is_open else taken).update(stones)
        for stone in taken:
            cells[stone] = "."
        stones, liberties, is_open = self.chain(cells, cell, side)
        is_safe = self.is_safe(cells, stones, side)
        is_legal = bool(liberties) or is_safe or side != self.claimant and (is_open or bool(unknown))
        if not is_legal:
            return None
        # Unknown cells may make a capture a ko or prevent it: the claiming side is barred if it may be one, the other side
        # only if it must be. The claiming side does not move on a stone that may have been captured: its cell is unknown.
        is_ko = len(taken) == 1 and stones == {cell} and liberties == taken and not is_safe
        if side == self.claimant and (is_open or unknown):
            is_ko = False
        for stone in unknown:
            cells[stone] = "?"
        barred = next(iter(taken)) if is_ko else None
        return State(self.marked(cells), barred, other, left)

    def covers(self, line, state):
        """Whether a line holds for a state."""
        if line.side != state.side:
            return False
        if line.left is not None and state.left is None and self.free != self.claimant:
            return False
        if line.left is not None and state.left is not None:
            if line.left > state.left if self.free == self.claimant else line.left < state.left:
                return False
        if state.side == self.claimant:
            is_barred = state.barred in (None, line.barred) or line.cells[state.barred] == "?"
        else:
            is_barred = line.barred in (None, state.barred)
        return is_barred and all(known in ("?", cell) for known, cell in zip(line.cells, state.cells))

    def check(self):
        """Follows every line of the proof. Raises at the first that does not show the claim; returns the number of lines."""
        edges = {number: [] for number in range(len(self.lines))}

        def follow(number, name, state, is_retake):
            line = int(name) if name.isdecimal() else -1
            if not 0 <= line < len(self.lines) or not self.covers(self.lines[line][0], state):
                raise BadProof(f"line {number}: line {name} does not hold for {state}")
            # The defender cannot retake forever.
            if not (is_retake and self.captured and self.free == "d" and self.budget is None):
                edges[number].append(line)

        if not self.lines or not self.covers(self.lines[0][0], self.root):
            raise BadProof("the first line does not hold for the question")
        zone = [place for place, cell in zip(self.head["region"], self.lines[0][0].cells) if cell != "?"]
        if sorted(zone) != sorted(self.head["zone"]):
            raise BadProof("the zone is not that of the first line")
        for number, (state, answers) in enumerate(self.lines):
            state = state._replace(cells=self.marked(state.cells))
            if answers == ["alive"]:
                self.expect_alive(state.cells)
            elif answers == ["eyeless"]:
                self.expect_no_eyes(state.cells)
            elif state.side == self.claimant:
                if len(answers) != 1:
                    raise BadProof(f"line {number}: expected one move")
                self.follow_move(state, answers[0], lambda *rest, number=number: follow(number, *rest))
            else:
                replies = dict(answer.split(":") for answer in answers if ":" in answer)
                if "pass" not in replies:
                    raise BadProof(f"line {number}: no reply to a pass")
                follow(number, replies["pass"], self.after_pass(state), False)
                for cell, content in enumerate(state.cells):
                    after = content == "." and self.play(state, cell)
                    if not after:
                        continue
                    if "t" not in after.cells:
                        raise BadProof(f"line {number}: {cell} captures the target, or may")
                    if str(cell) not in replies:
                        raise BadProof(f"line {number}: no reply to {cell}")
                    follow(number, replies[str(cell)], after, cell == state.barred)
        if self.captured:
            check_ends(edges)
        return len(self.lines)

    def follow_move(self, state, answer, follow):
        """Plays the claiming side's move."""
        move, _, result = answer.partition(":")
        if move == "pass":
            after = self.after_pass(state)
        else:
            cell = int(move)
            after = self.play(state, cell) if state.cells[cell] == "." else None
        if after is None:
            raise BadProof(f"{move} in {state} may be illegal")
        is_gone = "t" not in after.cells and "?" not in {
            cell for cell, before in zip(after.cells, state.cells) if before == "t"
        }
        if result == "captured":
            if not self.captured or not is_gone:
                raise BadProof(f"{move} in {state} does not capture the target")
        elif result == "alive":
            self.expect_alive(after.cells)
        elif "t" not in after.cells:
            raise BadProof(f"{move} in {state} loses sight of the target")
        else:
            follow(result, after, move == str(state.barred))

    def expect_no_eyes(self, cells):
        """Raises unless safe attackers and the edge leave the target no two points for eyes that do not touch.

        The attacker can fill every cell next to its walls, since these stones are safe. The defender's liberties are then
        the cells that touch no wall, two of them at most, which the attacker takes one after the other."""
        inside = {cell for cell, content in enumerate(cells) if content == "t"}
        todo = list(inside)
        while todo:
            for near in self.near[todo.pop()]:
                if cells[near] != "#" and near not in inside:
                    inside.add(near)
                    todo.append(near)
        if not self.captured or not inside or any(cells[cell] == "?" for cell in inside) or inside & self.anchors["d"]:
            raise BadProof(f"not walled in: {cells}")
        eyes = {cell for cell in inside & self.inner if set(self.near[cell]) <= inside}
        for eye in eyes:
            if eyes - {eye} - set(self.near[eye]):
                raise BadProof(f"room for two eyes: {cells}")

    def expect_alive(self, cells):
        """Raises unless a target chain can never be removed, or is alive even if the defender always passes (Benson)."""
        chains, chain_at = [], {}
        for start, content in enumerate(cells):
            if self.is_of(content, "d") and start not in chain_at:
                stones = self.chain(cells, start, "d")[0]
                chain_at.update(dict.fromkeys(stones, len(chains)))
                chains.append(stones)
        safe = {number for number, stones in enumerate(chains) if self.is_safe(cells, stones, "d")}
        areas, seen = [], set()
        for start in range(len(cells)):
            if start in chain_at or start in seen:
                continue
            area, todo = {start}, [start]
            while todo:
                for near in self.near[todo.pop()]:
                    if near not in chain_at and near not in area:
                        area.add(near)
                        todo.append(near)
            seen |= area
            if area <= self.inner and not any(cells[cell] == "?" for cell in area):
                border = {chain_at[n] for cell in area for n in self.near[cell] if n in chain_at}
                empty = [cell for cell in area if cells[cell] == "."]
                vital = {c for c in border if all(any(chain_at.get(n) == c for n in self.near[e]) for e in empty)}
                areas.append((border, vital))
        alive = alive_chains(len(chains), safe, areas)
        if self.captured or not any(content == "t" and chain_at[cell] in alive for cell, content in enumerate(cells)):
            raise BadProof(f"not alive: {cells}")
