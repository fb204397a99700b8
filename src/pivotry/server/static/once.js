// Requests that are done once, however often they are sent: the server knows them by their key.
import { noAnswer, post, t } from "./common.js";

/** The keys of requests whose answer was lost, by what was asked: to be sent again with the same one. */
const unanswered = new Map();

/** A name for a request. (randomUUID is missing where the page has no certificate.) */
export function fresh() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("-");
}

/**
 * As `post`. Where nobody knows whether it was done it is sent again with the same key, by itself for a
 * while (`lost` is called with what to say meanwhile), and whenever the same is asked for later.
 */
export async function once(url, body, lost = () => {}) {
  const asked = JSON.stringify([url, body]);
  const sent = { key: unanswered.get(asked) ?? fresh(), ...body };
  unanswered.set(asked, sent.key);
  let answer = await post(url, sent);
  for (let wait = 300; answer.data.lost && wait < 5000; wait *= 2) {
    lost(noAnswer(t("It is being tried again …")));
    await new Promise((done) => setTimeout(done, wait));
    answer = await post(url, sent);
  }
  if (answer.data.lost) answer.data.notice = noAnswer(t("What you did may not have arrived: try again."));
  else unanswered.delete(asked);
  return answer;
}
