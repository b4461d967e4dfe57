"use strict";

(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const CELL = 40;
  const MARGIN = 34;
  const ROWS_AT_A_TIME = 200;
  const PLAY_PAUSE = 700;

  const games = DATA.games.map((fields, place) => {
    const [kind, black, white, winner, result, end, opening, moves, seconds, key, note] = fields;
    const [game, width, height, rules, komi] = DATA.kinds[kind];
    return {
      place, game, width, height, rules, komi, winner, result, end, opening, moves, seconds, key, note,
      black: DATA.engines[black], white: DATA.engines[white],
    };
  });

  const byId = (id) => document.getElementById(id);
  const view = { game: null, moves: [], positions: [], ply: 0, timer: null, address: null };
  let shown = games;

  // Small helpers for elements.

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  }

  function drawn(name, attributes = {}, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.textContent = text;
    return made;
  }

  // The board: drawn once for a game; stones change their class as the game goes on.

  function drawBoard({ game, width, height }) {
    const across = width * CELL;
    const down = height * CELL;
    const board = drawn("svg", { viewBox: `0 0 ${across + 2 * MARGIN} ${down + 2 * MARGIN}`, class: game });
    board.append(drawn("rect", { class: "wood", x: MARGIN, y: MARGIN, width: across, height: down, rx: 4 }));
    board.append(drawn("path", { class: "grid", d: gridPath(game, width, height) }));
    for (const point of game === "reversi" ? [] : hoshi(width, height)) {
      board.append(drawn("circle", { class: "hoshi", ...center(point, width), r: 4.5 }));
    }
    drawCoordinates(board, game, width, height);
    const radius = game === "reversi" ? 16.5 : 19;
    view.stones = Array.from({ length: width * height }, (_, point) =>
      drawn("circle", { class: "none", ...center(point, width), r: radius }));
    view.row = drawn("g");
    view.mark = drawn("circle", { r: 6.5, class: "none" });
    board.append(...view.stones, view.row, view.mark);
    byId("board").replaceChildren(board);
  }

  // Lines meet under the stones of Go and gomoku and run between the discs of Reversi.
  function gridPath(game, width, height) {
    const inset = game === "reversi" ? 0 : CELL / 2;
    const extra = game === "reversi" ? 1 : 0;
    const [left, top] = [MARGIN + inset, MARGIN + inset];
    const right = MARGIN + width * CELL - inset;
    const bottom = MARGIN + height * CELL - inset;
    let path = "";
    for (let column = 0; column < width + extra; column++) path += `M${left + column * CELL} ${top}V${bottom}`;
    for (let row = 0; row < height + extra; row++) path += `M${left} ${top + row * CELL}H${right}`;
    return path;
  }

  function center(point, width) {
    return {
      cx: MARGIN + ((point % width) + 0.5) * CELL,
      cy: MARGIN + (Math.floor(point / width) + 0.5) * CELL,
    };
  }

  function hoshi(width, height) {
    const lines = (length) => {
      const edge = length >= 12 ? 3 : 2;
      const middle = length % 2 === 1 && length > 8 ? [(length - 1) / 2] : [];
      return length < 7 ? [] : [edge, ...middle, length - 1 - edge];
    };
    const isMiddle = (at, length) => at === (length - 1) / 2;
    // Smaller boards have no points in the middle of their sides.
    return lines(width).flatMap((column) => lines(height)
      .filter((row) => Math.min(width, height) >= 17 || isMiddle(column, width) === isMiddle(row, height))
      .map((row) => column + width * row));
  }

  function drawCoordinates(board, game, width, height) {
    // A larger board is drawn smaller, and its names are then larger by comparison.
    const size = 10 + 0.4 * width;
    const label = (x, y, text) =>
      board.append(drawn("text", { x, y, dy: "0.35em", "font-size": size, class: "coordinate" }, text));
    for (let column = 0; column < width; column++) {
      const x = MARGIN + (column + 0.5) * CELL;
      label(x, MARGIN / 2, columnName(game, column));
      label(x, MARGIN * 1.5 + height * CELL, columnName(game, column));
    }
    for (let row = 0; row < height; row++) {
      const y = MARGIN + (row + 0.5) * CELL;
      label(MARGIN / 2, y, rowName(game, row, height));
      label(MARGIN * 1.5 + width * CELL, y, rowName(game, row, height));
    }
  }

  // A game, and a position of it.

  function openGame(game, ply = null) {
    pause();
    if (view.game !== game) {
      view.game = game;
      view.moves = unpackMoves(game.moves, game.width);
      view.positions = positionsOf(game.game, game.width, game.height, view.moves);
      drawBoard(game);
      byId("black").textContent = game.black;
      byId("white").textContent = game.white;
      byId("outcome").textContent = outcome(game);
      byId("slider").max = view.moves.length;
      listMoves();
    }
    markListed();
    goTo(ply === null ? view.moves.length : ply);
  }

  function outcome(game) {
    const by = game.end === "score" ? "" : ` by ${DATA.ends[game.end]}`;
    const who = { black: `${game.black} (black) wins`, white: `${game.white} (white) wins`, draw: "Draw" }[game.winner];
    const rules = game.komi === null ? game.rules : `${game.rules}, komi ${game.komi}`;
    const note = game.note ? ` – ${game.note}` : "";
    return `Game ${game.place + 1}: ${who || "No result"}${by}, ${game.result} (${rules}; ${game.key})${note}`;
  }

  function goTo(ply) {
    const { game, moves, positions } = view;
    view.ply = Math.min(Math.max(ply, 0), moves.length);
    const { board, taken } = positions[view.ply];
    const names = ["none", "black", "white"];
    view.stones.forEach((stone, point) => stone.setAttribute("class", names[board[point]]));
    showLast(board);
    showTallies(board, taken);
    byId("slider").value = view.ply;
    byId("status").textContent = describe(view.ply);
    byId("first").disabled = byId("back").disabled = view.ply === 0;
    byId("last").disabled = byId("forth").disabled = view.ply === moves.length;
    markMove();
    noteAddress();
  }

  // Browsers refuse an address that changes with every step of a fast slider.
  function noteAddress() {
    clearTimeout(view.address);
    const address = `#game-${view.game.place + 1}-${view.ply}`;
    view.address = setTimeout(() => history.replaceState(null, "", address), 300);
  }

  function showLast(board) {
    const { game, moves, ply } = view;
    const last = ply > 0 ? moves[ply - 1] : PASS;
    const isShown = last !== PASS && board[last] !== EMPTY;
    view.mark.setAttribute("class", isShown ? `mark on-${board[last] === BLACK ? "black" : "white"}` : "none");
    view.row.replaceChildren();
    if (isShown) {
      Object.entries(center(last, game.width)).forEach(([key, value]) => view.mark.setAttribute(key, value));
      const row = game.game === "gomoku" ? rowThrough(board, game.width, game.height, last) : [];
      view.row.append(...row.map((point) => drawn("circle", { class: "row", ...center(point, game.width), r: 19 })));
    }
  }

  function showTallies(board, taken) {
    const count = (color) => board.reduce((sum, stone) => sum + (stone === color), 0);
    const text = (color) => ({
      go: taken[color] ? `${taken[color]} captured` : "",
      reversi: `${count(color)} discs`,
      gomoku: "",
    })[view.game.game];
    byId("black-tally").textContent = text(BLACK);
    byId("white-tally").textContent = text(WHITE);
  }

  function describe(ply) {
    const { game, moves } = view;
    if (ply === 0) return `Start of ${moves.length} moves`;
    const color = ply % 2 === 1 ? "Black" : "White";
    const vertex = vertexOf(game.game, moves[ply - 1], game.width, game.height);
    const about = ply <= game.opening ? "opening" : spoken(secondsOf(game, ply));
    return `Move ${ply} of ${moves.length}: ${color} ${vertex} (${about})`;
  }

  // Two digits a move on a logarithmic scale from 0.1 ms; less counts as that.
  function secondsOf(game, ply) {
    const at = 2 * (ply - 1 - game.opening);
    const step = DIGITS.indexOf(game.seconds[at]) * 64 + DIGITS.indexOf(game.seconds[at + 1]);
    return 1e-4 * 1.005 ** step;
  }

  function spoken(seconds) {
    if (seconds < 1.1e-4) return "under 0.1 ms";
    return seconds < 1 ? `${Number((1000 * seconds).toPrecision(2))} ms` : `${Number(seconds.toPrecision(3))} s`;
  }

  // Playing by itself.

  function play() {
    if (view.ply === view.moves.length) goTo(0);
    byId("play").setAttribute("aria-label", "Pause");
    byId("play").classList.add("playing");
    view.timer = setInterval(() => {
      goTo(view.ply + 1);
      if (view.ply === view.moves.length) pause();
    }, PLAY_PAUSE);
  }

  function pause() {
    clearInterval(view.timer);
    view.timer = null;
    byId("play").setAttribute("aria-label", "Play");
    byId("play").classList.remove("playing");
  }

  function step(ply) {
    pause();
    goTo(ply);
  }

  // The moves of the game, to jump to one.

  function listMoves() {
    const { game, moves } = view;
    byId("moves").replaceChildren(...moves.map((move, index) => {
      const button = element("button", { "data-ply": index + 1 });
      button.append(element("small", {}, String(index + 1)), ` ${vertexOf(game.game, move, game.width, game.height)}`);
      if (index < game.opening) button.className = "opening";
      return button;
    }));
  }

  function markMove() {
    const list = byId("moves");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[view.ply - 1];
    current?.setAttribute("aria-current", "step");
    keepInSight(list, current);
  }

  // Scrolls the list alone, never the page.
  function keepInSight(list, item) {
    if (!item) return;
    const above = item.offsetTop - list.offsetTop;
    if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = above - list.clientHeight / 2;
    }
  }

  // The games, filtered.

  function matches(game) {
    const [engine, opponent, result, end] = ["engine", "opponent", "result", "end"].map((id) => byId(id).value);
    const players = [game.black, game.white];
    if (engine && !players.includes(engine)) return false;
    if (opponent && !players.includes(opponent)) return false;
    if (engine && engine === opponent) return false;
    if (end && game.end !== end) return false;
    if (["won", "lost"].includes(result) && engine) {
      const winner = { black: game.black, white: game.white }[game.winner];
      return winner !== undefined && (winner === engine) === (result === "won");
    }
    return !result || (game.winner ?? "void") === result;
  }

  // With an engine chosen, a result is that engine's; without one it is a color's.
  function offerResults() {
    const chosen = byId("engine").value;
    const options = chosen
      ? [["won", `${chosen} won`], ["lost", `${chosen} lost`]]
      : [["black", "black won"], ["white", "white won"]];
    const select = byId("result");
    const before = select.value;
    select.replaceChildren(...[["", "any"], ...options, ["draw", "drawn"], ["void", "no result"]]
      .map(([value, text]) => element("option", { value }, text)));
    select.value = before;
    if (select.selectedIndex < 0) select.value = "";
  }

  function filter() {
    shown = games.filter(matches);
    byId("found").textContent = `${shown.length.toLocaleString("en")} of ${games.length.toLocaleString("en")} games`;
    byId("list").replaceChildren();
    byId("list").scrollTop = 0;
    listMore();
    markListed();
  }

  // Thousands of rows at once would be slow.
  function listMore() {
    const list = byId("list");
    list.querySelector(".more")?.remove();
    const from = list.children.length;
    list.append(...shown.slice(from, from + ROWS_AT_A_TIME).map(listed));
    const left = shown.length - list.children.length;
    if (left > 0) list.append(element("button", { class: "more" }, `${left.toLocaleString("en")} more`));
  }

  function listed(game) {
    const player = (name, color) => element("span", { class: game.winner === color ? "winner" : "", title: name }, name);
    return element("button", { "data-game": game.place },
      element("small", {}, String(game.place + 1)), player(game.black, "black"), player(game.white, "white"),
      element("span", {}, game.result), element("small", {}, `${game.moves.length / 2} moves`));
  }

  function markListed() {
    const list = byId("list");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const at = shown.indexOf(view.game);
    while (at >= list.querySelectorAll("[data-game]").length) listMore();
    const current = list.children[at];
    current?.setAttribute("aria-current", "true");
    keepInSight(list, current);
  }

  function neighbor(offset) {
    const at = shown.indexOf(view.game);
    const next = shown[at < 0 ? 0 : at + offset];
    if (next) openGame(next);
  }

  // Events.

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
    const inView = event.target.closest("#board, #moves");
    const actions = {
      ArrowLeft: () => step(view.ply - 1),
      ArrowRight: () => step(view.ply + 1),
      Home: inView && (() => step(0)),
      End: inView && (() => step(view.moves.length)),
      " ": event.target.closest("#board") && (() => (view.timer ? pause() : play())),
      n: () => neighbor(1),
      p: () => neighbor(-1),
    };
    const action = actions[event.key] || actions[event.key.toLowerCase()];
    if (action) {
      event.preventDefault();
      action();
    }
  }

  function onAddress() {
    const [, place, ply] = location.hash.match(/^#game-(\d+)-(\d+)$/) || [];
    if (place && games[place - 1]) {
      openGame(games[place - 1], Number(ply));
      byId("games").scrollIntoView();
      byId("board").focus({ preventScroll: true });
    }
  }

  function begin() {
    for (const id of ["engine", "opponent"]) {
      byId(id).append(...DATA.engines.map((name) => element("option", { value: name }, name)));
    }
    byId("end").append(...[...new Set(games.map((game) => game.end))]
      .map((end) => element("option", { value: end }, DATA.ends[end])));
    offerResults();
    byId("first").addEventListener("click", () => step(0));
    byId("back").addEventListener("click", () => step(view.ply - 1));
    byId("forth").addEventListener("click", () => step(view.ply + 1));
    byId("last").addEventListener("click", () => step(view.moves.length));
    byId("play").addEventListener("click", () => (view.timer ? pause() : play()));
    byId("slider").addEventListener("input", (event) => step(Number(event.target.value)));
    byId("moves").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) step(Number(button.dataset.ply));
    });
    byId("list").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.className === "more") listMore();
      else if (button) openGame(games[button.dataset.game]);
    });
    for (const id of ["engine", "opponent", "result", "end"]) {
      byId(id).addEventListener("change", () => {
        if (id === "engine") offerResults();
        filter();
      });
    }
    document.addEventListener("keydown", onKey);
    window.addEventListener("hashchange", onAddress);
    filter();
    onAddress();
    if (!view.game) {
      openGame(games[0]);
      // The page opens at its top, not at a game.
      clearTimeout(view.address);
    }
  }

  begin();
})();
