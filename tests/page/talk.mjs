// What people do with messages, on a wide page and on a phone; and two people side by side.
import assert from 'node:assert';

export async function talk(window) {
  waitForMessages(window);
  await replies(window);
  await menus(window);
  await reactions(window);
  await edits(window);
  await threads(window);
  if (!window.phone) await beside(window);
}

/**
 * Makes the test wait for the messages after a change of person or channel. Their arrival closes
 * an open menu.
 */
function waitForMessages(window) {
  for (const name of ['become', 'enter']) {
    const act = window[name].bind(window);
    window[name] = async (to) => {
      const fetched = [];
      const note = (request) => request.method() === 'GET' && /\/messages(\?|$)/.test(request.url()) && fetched.push(request);
      const drawn = () => window.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      window.page.on('request', note);
      await act(to);
      await drawn();
      window.page.off('request', note);
      for (const request of fetched) await (await request.response())?.finished();
      await drawn();
    };
  }
}

const line = ({ page }) => page.locator('[data-input=text]');

async function say(window, words) {
  await line(window).fill(words);
  await window.press(window.page.locator('.send'));
  return window.sees(words);
}

/** Opens the menu of `target` by right-click or long press. */
async function menuOf(window, target) {
  const { page } = window;
  await target.scrollIntoViewIfNeeded();
  if (!window.phone) await target.click({ button: 'right' });
  else {
    const { x, y, height } = await target.boundingBox();
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 20, y: y + height / 2 }] });
    await page.locator('.actions').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await page.locator('.actions').waitFor();
}

const choose = (window, words) => window.press(window.page.locator('.actions .action', { hasText: words }));

/** A reply has a file, and a silent message shows that it is silent. */
async function replies(window) {
  const { page } = window;
  await window.become('Bo');
  await window.enter('lobby');
  await say(window, 'Who plays tonight?');
  await window.become('Wren');
  const asked = await window.sees('Who plays tonight?');
  await menuOf(window, asked.locator('.md'));
  await window.look('9-menu');
  await choose(window, 'Reply');
  await page.locator('.purpose', { hasText: 'Replying to Bo' }).waitFor();
  await page.locator('[data-input=files]').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') });
  await page.locator('.chip', { hasText: 'plan.txt' }).waitFor();
  const answer = await say(window, 'I do');
  await answer.locator('.above .said', { hasText: 'Who plays tonight?' }).waitFor();
  await answer.locator('a.file', { hasText: 'plan.txt' }).waitFor();
  assert(!(await page.locator('.purpose').isVisible()));
  await line(window).fill('@silent not a sound');
  await window.press(page.locator('.send'));
  const silent = await window.sees('not a sound');
  await silent.locator('.silent').waitFor();
  assert.doesNotMatch(await silent.locator('.md').textContent(), /@silent/);
}

/** The menu says who sees a message, and why others don't. */
async function menus(window) {
  const { page } = window;
  await window.become('Vesper');
  await window.enter('audit');
  const hidden = await say(window, 'for hosts alone');
  await menuOf(window, hidden.locator('.md'));
  await choose(window, 'Who sees this?');
  const sees = page.locator('dialog.sees');
  await sees.locator('li', { hasText: 'Juniper' }).filter({ hasText: 'lacks View Channel' }).waitFor();
  assert.equal(await sees.locator('li', { hasText: 'Vesper' }).locator('small').count(), 0);
  assert.equal(await sees.evaluate((el) => el.scrollTop), 0, 'the dialog opens at its top');
  await window.look('10-who-sees');
  await window.press(sees.getByRole('button', { name: 'Close' }));
  await sees.waitFor({ state: 'detached' });
}

/** Two people react, and one removes the reaction. */
async function reactions(window) {
  const { page } = window;
  await window.become('Bo');
  await window.enter('lobby');
  const asked = await window.sees('I do');
  await menuOf(window, asked.locator('.md'));
  await window.press(page.getByRole('button', { name: 'React with 👍' }));
  const thumb = asked.locator('[data-reaction="👍"]');
  await thumb.filter({ hasText: '1' }).waitFor();
  await window.become('Juniper');
  await window.enter('lobby');
  await window.press(thumb);
  await thumb.filter({ hasText: '2' }).waitFor();
  assert.equal(await thumb.getAttribute('title'), 'Bo, Juniper');
  await window.press(thumb);
  await thumb.filter({ hasText: '1' }).waitFor();
  assert.equal(await thumb.getAttribute('aria-pressed'), 'false');
}

/** People edit and delete only their own messages. */
async function edits(window) {
  const { page } = window;
  const own = await say(window, 'a word');
  await menuOf(window, own.locator('.md'));
  await choose(window, 'Edit');
  assert.equal(await line(window).inputValue(), 'a word');
  const changed = await say(window, 'another word');
  await changed.locator('.edited').waitFor();
  assert.equal(await page.locator('#log .md', { hasText: /^a word/ }).count(), 0);
  await menuOf(window, (await window.sees('I do')).locator('.md'));
  assert.equal(await page.locator('.action', { hasText: 'Edit' }).count(), 0);
  await page.keyboard.press('Escape');
  await menuOf(window, changed.locator('.md'));
  await choose(window, 'Delete');
  await page.locator('#log .md', { hasText: 'another word' }).waitFor({ state: 'detached' });
}

/** A person starts a thread from a message; another finds, joins and leaves it. */
async function threads(window) {
  const { page } = window;
  const asked = await window.sees('Who plays tonight?');
  await menuOf(window, asked.locator('.md').first());
  await choose(window, 'Start a thread');
  await page.locator('#where b', { hasText: 'Who plays tonight?' }).waitFor();
  await window.become('Wren');
  await window.enter('lobby');
  await window.press(page.locator('.threads'));
  await choose(window, 'Who plays tonight?');
  await page.locator('#where b', { hasText: 'Who plays tonight?' }).waitFor();
  await say(window, 'in the thread');
  await window.press(page.locator('.threads'));
  await choose(window, 'Leave');
  await page.locator('#where b', { hasText: 'lobby' }).waitFor();
}

/** Each column is one person; each sees that the other types. */
async function beside(window) {
  const { page } = window;
  await window.press(page.locator('#beside'));
  const [one, other] = [page.frameLocator('iframe >> nth=0'), page.frameLocator('iframe >> nth=1')];
  await one.locator('#me .author', { hasText: 'Wren' }).waitFor();
  const name = await other.locator('#me .author').textContent();
  assert.notEqual(name, 'Wren');
  await one.locator('[data-input=text]').pressSequentially('next to you');
  await other.locator('#typing', { hasText: 'Wren is typing' }).waitFor();
  await one.locator('[data-input=text]').press('Enter');
  await other.locator('#log article', { hasText: 'next to you' }).waitFor();
  await window.look('11-side-by-side');
  await window.press(page.locator('#alone'));
  await page.locator('#me .author', { hasText: 'Wren' }).waitFor();
}
