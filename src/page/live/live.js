// Replaces the contents of the page when the match has changed.
const match = document.querySelector("#match");
const state = document.querySelector("#state");

async function update() {
  try {
    const answer = await fetch(`match?since=${match.dataset.version}`);
    if (answer.status === 200) {
      match.innerHTML = await answer.text();
      match.dataset.version = answer.headers.get("x-match-version");
    }
    state.textContent = "";
  } catch {
    state.textContent = "The match has ended, or cannot be reached.";
  }
}

setInterval(update, 2000);
