"use strict";

(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const ROWS_AT_A_TIME = 200;

  const games = DATA.games.map((fields, place) => {
    const [kind, black, white, winner, result, end, plies, key, note, suffix, text] = fields;
    const [rules, komi] = DATA.kinds[kind];
    return {
      place, rules, komi, winner, result, end, plies, key, note, suffix, text,
      black: DATA.engines[black], white: DATA.engines[white],
    };
  });

  const byId = (id) => document.getElementById(id);
  let chosen = null;
  let shown = games;

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  }

  function choose(game) {
    chosen = game;
    byId("outcome").textContent = outcome(game);
    const save = byId("save");
    URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob([game.text]));
    save.download = `game-${game.place + 1}.${game.suffix}`;
    save.hidden = false;
    markListed();
  }

  function outcome(game) {
    const by = game.end === "score" ? "" : ` by ${DATA.ends[game.end]}`;
    const who = { black: `${game.black} (black) wins`, white: `${game.white} (white) wins`, draw: "Draw" }[game.winner];
    const rules = game.komi === null ? game.rules : `${game.rules}, komi ${game.komi}`;
    const note = game.note ? ` – ${game.note}` : "";
    return `Game ${game.place + 1}: ${who || "No result"}${by}, ${game.result} (${rules}; ${game.key})${note}`;
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

  // With an engine chosen, a result is that engine's; otherwise a color's.
  function offerResults() {
    const engine = byId("engine").value;
    const options = engine
      ? [["won", `${engine} won`], ["lost", `${engine} lost`]]
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
      element("span", {}, game.result), element("small", {}, `${game.plies} moves`));
  }

  function markListed() {
    const list = byId("list");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const at = shown.indexOf(chosen);
    while (at >= list.querySelectorAll("[data-game]").length) listMore();
    const current = list.children[at];
    current?.setAttribute("aria-current", "true");
    keepInSight(list, current);
  }

  function neighbor(offset) {
    const at = shown.indexOf(chosen);
    const next = shown[at < 0 ? 0 : at + offset];
    if (next) choose(next);
  }

  // Scrolls only the list, not the page.
  function keepInSight(list, item) {
    if (!item) return;
    const above = item.offsetTop - list.offsetTop;
    if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = above - list.clientHeight / 2;
    }
  }

  // Events.

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
    const offset = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (offset) neighbor(offset);
  }

  function onAddress() {
    const [, place] = location.hash.match(/^#game-(\d+)$/) || [];
    if (place && games[place - 1]) {
      choose(games[place - 1]);
      byId("games").scrollIntoView();
    }
  }

  for (const id of ["engine", "opponent"]) {
    byId(id).append(...DATA.engines.map((name) => element("option", { value: name }, name)));
  }
  byId("end").append(...[...new Set(games.map((game) => game.end))]
    .map((end) => element("option", { value: end }, DATA.ends[end])));
  offerResults();
  byId("list").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.className === "more") listMore();
    else if (button) choose(games[button.dataset.game]);
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
})();
