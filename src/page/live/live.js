// Replaces the contents of the page when the match has changed.
const match = document.querySelector("#match");
const state = document.querySelector("#state");

// Readers may have scrolled the scores sideways, also with the keyboard.
function replace(contents) {
  const before = match.querySelector(".scores");
  const left = before?.scrollLeft ?? 0;
  const hadFocus = before !== null && before === document.activeElement;
  match.innerHTML = contents;
  const scores = match.querySelector(".scores");
  if (!scores) return;
  scores.scrollLeft = left;
  if (hadFocus) scores.focus({ preventScroll: true });
}

async function update() {
  try {
    const answer = await fetch(`match?since=${match.dataset.version}`);
    if (answer.status === 200) {
      replace(await answer.text());
      match.dataset.version = answer.headers.get("x-match-version");
    }
    state.textContent = "";
  } catch {
    state.textContent = "The match has ended, or cannot be reached.";
  }
}

setInterval(update, 2000);
