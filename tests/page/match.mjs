// A match of Gridlock on the page, from hiding to the result.
// Usage: node match.mjs URL wide|phone FOLDER
import assert from 'node:assert';
import { launch, openPage } from './browser.mjs';
import * as guide from './guide.mjs';
import { hands } from './hands.mjs';
import { drawers, keys } from './reach.mjs';
import { talk } from './talk.mjs';

const [url, look, folder] = process.argv.slice(2);
const browser = await launch();
const open = () => openPage(browser, url, look, folder);

// One window becomes everybody in turn. A spectator and another safe player have their own.
const window = await open();
const spectator = await open();
await spectator.become('Cleo');
await spectator.enter('death-match');
const bo = await open();
// The guides show a phone.
const reader = look === 'phone' ? await open() : null;
if (reader) await guide.before(reader);
await bo.become('Bo');
await bo.enter('Dealer');
await bo.sees("You haven't chosen yet");

// A player hides in the direct message, sees it confirmed, and changes it in the channel.
await window.become('Juniper');
if (look === 'phone') await drawers(window);
await window.enter('Dealer');
await window.look('1-asked');
await window.pressIn('Choose the tile', 'A1');
await window.sees('Your choice: A1');

// The answer to typed text leads to the message that shows the choice.
await window.page.locator('[data-input=text]').fill('`hide a1`');
await window.page.keyboard.press('Enter');
const taken = await window.sees('you can change yours here');
await window.press(taken.locator('a.mention', { hasText: 'message' }));
await window.page.waitForFunction(() => [...document.querySelectorAll('#log article')].some((m) => m.textContent.includes('Your choice: ') && m.getBoundingClientRect().bottom > 0));
assert.equal(window.page.url().split('#')[0], `${url}/`);
await window.enter('death-match');
await window.pressIn('choices in', 'Open my panel');
await window.pressIn('Only you can see this', 'B3');
await window.sees('Your choice: B3');
await window.look('2-hidden');
// An edit of the card during a press loses neither the press nor the focus.
const lift = await window.hold(window.page.locator('#log .btn', { hasText: 'Open my panel' }).last());

// Another player hides in their own window.
await bo.pressIn('Choose the tile', 'D2');
await bo.sees('Your choice: D2');
await bo.enter('death-match');
await bo.sees('2 of 11 choices in');
await spectator.sees('2 of 11 choices in');
await window.sees('2 of 11 choices in');
await lift();
await window.page.waitForFunction(() => document.querySelectorAll('#log .ephemeral').length === 2);
assert.equal(await window.page.evaluate(() => document.activeElement.textContent), 'Open my panel');

// One press becomes the next person with something unread.
await window.becomeNext();
await window.sees("You haven't chosen yet");

// The host starts without the missing choices, after a question.
await window.become('Vesper');
await window.enter('death-match');
await window.command('/match be', 'match begin');
await window.sees("Haven't chosen yet: 9 people");
await window.look('3-asked-back');
if (reader) await guide.asked(reader);
await window.pressIn("Haven't chosen yet", 'Begin without strikes');
await window.sees('choose one');

// Other people's controls refuse a press and say why.
await window.become('Mika');
await window.pressIn('choose one', 'Go first');
await window.sees("These buttons aren't yours. Waiting for Teo.");

// A late answer isn't shown to the person whom the page has become meanwhile.
const release = await window.holdAnswers();
await window.pressIn('choose one', 'Go first');
await window.become('Teo');
await release();

// Both choose and move until they find a hider.
await window.look('4-choose');
await window.pressIn('choose one', 'Go first');
await window.sees('choose your axis');
assert.equal(await window.message("These buttons aren't yours").count(), 0);
await window.become('Mika');
await window.pressIn('choose your axis', 'Left and right');
for (const [mover, step, to] of [['Teo', 'up', 'C2'], ['Mika', 'left', 'B2'], ['Teo', 'down', 'B3']]) {
  await window.become(mover);
  if (reader && mover === 'Mika') await guide.turn(reader);
  await window.pressIn('move the Guard', step[0].toUpperCase() + step.slice(1));
  await window.sees(`${mover} moves ${step} to ${to}`);
}
await window.sees('Found: Juniper (1 point)');
await window.look('5-found');
const found = await spectator.sees('Found: Juniper (1 point)');
const described = await found.locator('figure img').getAttribute('alt');
assert.match(described, /Teo: 1 of 6 points/);
await spectator.look('6-spectator');

// The server told nobody else who hides where.
assert(await window.wasTold('**A1**'));
assert(await bo.wasTold('**D2**'));
for (const [other, places] of [[spectator, ['**A1**', '**B3**', '**D2**']], [bo, ['**A1**', '**B3**']], [window, ['**D2**']]]) {
  for (const place of places) assert(!(await other.wasTold(place)), `${place} was sent to somebody else`);
}

// Resigning asks first. Then everybody reads the result, and no control is left.
await window.become('Mika');
await window.command('/resi', 'resign');
await window.pressIn('Resign?', 'Yes, I resign');
await spectator.sees('Teo beats Mika by resignation');
await spectator.page.locator('#log a.file', { hasText: '.json' }).waitFor();
await spectator.page.waitForFunction(() => !document.querySelector('#log .btn:enabled'));
await spectator.look('7-over');

if (look === 'wide') await keys(window);

// The page keeps only so many messages. Scrolling up loads earlier ones again.
if (look === 'wide') {
  const { page } = window;
  await window.become('Mika');
  await window.enter('lobby');
  const say = (from, to) => page.evaluate(async ([from, to]) => {
    const here = new URLSearchParams(location.hash.slice(1));
    const rook = [...document.querySelectorAll('#people .person')].find((p) => p.textContent.includes('Rook')).dataset.person;
    const to_say = `/local/as/${rook}/channels/${here.get('channel')}/messages`;
    for (let i = from; i < to; i += 1) {
      const body = JSON.stringify({ content: `so many things ${i}` });
      await fetch(to_say, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    }
  }, [from, to]);
  const standing = () => page.locator('#log article').count();
  await say(0, 260);
  await window.sees('so many things 259');
  assert(await standing() <= 200);
  await page.locator('#log').evaluate((log) => (log.scrollTop = 0));
  await page.locator('#log article .md', { hasText: /so many things 50$/ }).waitFor();
  assert(await standing() > 200);
  await say(260, 860);
  await page.locator('#jump').waitFor();
  assert(await standing() <= 600);
  await page.locator('#jump').click();
  await window.sees('so many things 859');
  await page.locator('#jump').waitFor({ state: 'hidden' });
  assert(await standing() <= 200);
  const told = await page.locator('#log article').evaluateAll((all) => all.map((m) => m.querySelector('.md')?.textContent));
  assert.deepEqual(told.slice(-50), Array.from({ length: 50 }, (_, i) => `so many things ${810 + i}`));
}

// A half-typed command stays during a look elsewhere, and its mention is sent as one.
if (look === 'wide') {
  const { page } = window;
  await window.become('Vesper');
  await page.locator('[data-input=text]').pressSequentially('/season cast many ');
  await page.locator('[data-add=people]').click();
  const people = page.locator('[data-option=people]');
  await people.pressSequentially('@cle');
  await page.locator('.suggest .item', { hasText: 'Cleo' }).waitFor();
  await page.keyboard.press('Enter');
  await window.become('Mika');
  await people.waitFor({ state: 'hidden' });
  await page.keyboard.press('Alt+Digit1');
  const first = await page.locator('#people .everybody .person .author').first().textContent();
  await page.locator('#me .author', { hasText: first }).waitFor();
  await window.become('Vesper');
  assert.equal(await people.inputValue(), '@Cleo ');
  const sent = page.waitForRequest('**/commands');
  await people.press('Enter');
  assert.match((await sent).postData(), /"people":"<@\d+> "/);
  await window.sees('Cleo');
}

await hands(bo);
await talk(spectator);

for (const { faults } of [window, spectator, bo]) assert.deepEqual(faults, []);
const stats = await (await fetch(`${url}/local/stats`)).json();
assert.equal(stats.unknown_routes, 0);
await browser.close();
