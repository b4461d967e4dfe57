"use strict";

// What the moves of a game's record do to the board. Records hold legal moves alone, so nothing is refused here.
// Points are numbered row by row from the upper left; 0 is empty, 1 black, 2 white.

const EMPTY = 0;
const BLACK = 1;
const WHITE = 2;
const PASS = -1;

// Moves as two letters each: column and row from the upper left, or "--".
function unpackMoves(text, width) {
  const moves = [];
  for (let at = 0; at < text.length; at += 2) {
    const column = text.charCodeAt(at) - 97;
    moves.push(text[at] === "-" ? PASS : column + width * (text.charCodeAt(at + 1) - 97));
  }
  return moves;
}

// The positions of a game, before its first move and after each; taken[1] and taken[2] are the stones that black and
// white have captured.
function positionsOf(game, width, height, moves) {
  const step = { go: goStep, gomoku: gomokuStep, reversi: reversiStep }[game];
  const start = { board: new Uint8Array(width * height), taken: [0, 0, 0] };
  if (game === "reversi") {
    const corner = width * (height / 2 - 1) + width / 2 - 1;
    start.board[corner] = start.board[corner + width + 1] = WHITE;
    start.board[corner + 1] = start.board[corner + width] = BLACK;
  }
  const positions = [start];
  moves.forEach((move, ply) => {
    const before = positions[ply];
    const after = { board: before.board.slice(), taken: before.taken.slice() };
    if (move !== PASS) {
      step(after, width, height, move, ply % 2 === 0 ? BLACK : WHITE);
    }
    positions.push(after);
  });
  return positions;
}

function goStep(position, width, height, move, color) {
  const { board, taken } = position;
  board[move] = color;
  for (const near of neighbors(move, width, height)) {
    if (board[near] === BLACK + WHITE - color) {
      taken[color] += removeIfCaptured(board, width, height, near);
    }
  }
  // Some rules allow suicide.
  taken[BLACK + WHITE - color] += removeIfCaptured(board, width, height, move);
}

// Takes off the chain of this stone if it has no liberty; how many stones that were.
function removeIfCaptured(board, width, height, stone) {
  const chain = [stone];
  const seen = new Set(chain);
  for (const member of chain) {
    for (const near of neighbors(member, width, height)) {
      if (board[near] === EMPTY) {
        return 0;
      }
      if (board[near] === board[stone] && !seen.has(near)) {
        seen.add(near);
        chain.push(near);
      }
    }
  }
  for (const member of chain) {
    board[member] = EMPTY;
  }
  return chain.length;
}

function neighbors(point, width, height) {
  const column = point % width;
  const found = [];
  if (column > 0) found.push(point - 1);
  if (column < width - 1) found.push(point + 1);
  if (point >= width) found.push(point - width);
  if (point < width * (height - 1)) found.push(point + width);
  return found;
}

function gomokuStep(position, width, height, move, color) {
  position.board[move] = color;
}

function reversiStep(position, width, height, move, color) {
  const { board } = position;
  board[move] = color;
  for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]) {
    const line = ray(move, dx, dy, width, height);
    const end = line.findIndex((point) => board[point] !== BLACK + WHITE - color);
    if (end > 0 && board[line[end]] === color) {
      for (const point of line.slice(0, end)) {
        board[point] = color;
      }
    }
  }
}

// The points from here to the edge in one direction.
function ray(point, dx, dy, width, height) {
  const points = [];
  let column = (point % width) + dx;
  let row = Math.floor(point / width) + dy;
  while (column >= 0 && column < width && row >= 0 && row < height) {
    points.push(column + width * row);
    column += dx;
    row += dy;
  }
  return points;
}

// The stones of a line of five or more through this stone, or none.
function rowThrough(board, width, height, stone) {
  const found = [];
  for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [-1, 1]]) {
    const line = [stone];
    for (const sign of [1, -1]) {
      for (const point of ray(stone, sign * dx, sign * dy, width, height)) {
        if (board[point] !== board[stone]) break;
        line.push(point);
      }
    }
    if (line.length >= 5) found.push(...line);
  }
  return found;
}

// A point's name: GTP's letters without I and rows from below, or Reversi's lower case and rows from above.
function vertexOf(game, point, width, height) {
  if (point === PASS) return "pass";
  const column = point % width;
  const row = Math.floor(point / width);
  return columnName(game, column) + rowName(game, row, height);
}

function columnName(game, column) {
  return game === "reversi" ? String.fromCharCode(97 + column) : "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column];
}

function rowName(game, row, height) {
  return String(game === "reversi" ? row + 1 : height - row);
}
