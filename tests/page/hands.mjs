// What people touch on a wide page and on a phone: lists, a quoted line, a notice.
import assert from 'node:assert';

/** Runs all of these in a window that nobody else needs any more. */
export async function hands(window) {
  await quotes(window);
  await code(window);
  await events(window);
  await roles(window);
  await beside(window);
  await again(window);
  await notice(window);
}

const line = ({ page }) => page.locator('[data-input=text]');

/** A reply quotes one line without markdown, however long the text is. */
async function quotes(window) {
  const { page } = window;
  await window.become('Bo');
  await window.enter('Dealer');
  await line(window).fill(`# A head\n> a ||hidden|| line\n**${'many bold words '.repeat(12)}** and\n\`\`\`rs\nfn code() {}\n\`\`\``);
  await window.press(page.locator('.send'));
  const said = page.locator('#log .above .said', { hasText: 'A head' }).last();
  await said.waitFor();
  const text = await said.textContent();
  assert.doesNotMatch(text, /[*#>|`]/);
  assert.match(text, /^A head a hidden line many bold words/);
  assert(text.length <= 121, text);
  const { height } = await said.boundingBox();
  assert(height < 30, `the quoted line is ${height} px high`);
}

/** Code of one character ends where it ends. */
async function code(window) {
  const { page } = window;
  await window.become('Bo');
  await window.enter('lobby');
  await line(window).fill('press `a` and then `b`, `` c`d `` or `long one`');
  await window.press(page.locator('.send'));
  const said = await window.sees('press a and then');
  assert.deepEqual(await said.locator('.md code').allTextContents(), ['a', 'b', 'c`d', 'long one']);
}

/** The events of a server that aren't over stand above its channels. */
async function events(window) {
  const { page } = window;
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const event = { id: '5', status: 1, name: 'Teo vs Mika', scheduled_start_time: at, entity_metadata: { location: 'Here' }, interested: [] };
  await page.route('**/local/world', async (route) => {
    const response = await route.fetch();
    const world = await response.json();
    world.guilds[0].events = [event, { ...event, id: '6', status: 3, name: 'Over' }];
    await route.fulfill({ response, json: world });
  });
  await window.become('Rook');
  if (window.phone) await window.press(page.locator('#open-channels'));
  await window.press(page.locator('[data-events]', { hasText: '1 event' }));
  await page.locator('.event', { hasText: 'Teo vs Mika' }).waitFor();
  assert.equal(await page.locator('.event').count(), 1);
  await window.look('12-events');
  await page.keyboard.press('Escape');
  await page.locator('.popover').waitFor({ state: 'detached' });
  if (window.phone) await page.keyboard.press('Escape');
  await page.unroute('**/local/world');
}

/** A command that is given to a role is offered to people who have only that role. */
async function roles(window) {
  const { page } = window;
  await window.become('Bo');
  await window.enter('lobby');
  const offered = page.locator('.suggest .item', { hasText: '/ruling' }).first();
  await line(window).fill('/help');
  await page.locator('.suggest .item', { hasText: '/help' }).first().waitFor();
  await line(window).fill('/ruling');
  await offered.waitFor({ state: 'detached' });
  // The page says who has it.
  await page.locator('.hint', { hasText: 'Vesper' }).waitFor();
  await line(window).fill('');
  const bot = page.locator('#bots .bot');
  await window.press(bot);
  await window.look('13-commands');
  if (!window.phone) assert((await page.locator('.popover').boundingBox()).x >= (await bot.boundingBox()).x - 1, 'the menu is away from its button');
  await window.press(page.locator('.action', { hasText: '/ruling' }));
  await window.press(page.locator('.switch', { hasText: 'Player' }));
  await window.look('14-roles');
  // The page has heard of it. (An asynchronous condition would hold at once.)
  const state = await page.evaluateHandle(async () => (await import('/page/state.js')).state);
  await page.waitForFunction(({ world }) => world.guilds[0].roles.some((r) => r.commands.length), state);
  await page.keyboard.press('Escape');
  await line(window).fill('/ruling');
  await offered.waitFor();
  await line(window).fill('');
}

/** A press beside an open list closes it and presses nothing behind it. */
async function beside(window) {
  const { page } = window;
  await window.become('Vesper');
  await window.enter('audit');
  await window.command('/season sett', 'season settings');
  const select = page.locator('#log .select').first();
  await window.press(select);
  await page.locator('.popover').waitFor();
  const { x, y, width } = await page.locator('#log .select').nth(1).boundingBox();
  // Above the list, which is at the bottom of a phone or below its menu.
  const above = await page.locator('#log article').last().boundingBox();
  const places = [[x + width - 10, y + 10], [above.x + 60, Math.max(60, above.y + 10)]];
  const covered = await page.locator('.popover').boundingBox();
  const isFree = ([left, top]) => top < covered.y || top > covered.y + covered.height || left < covered.x || left > covered.x + covered.width;
  let presses = 0;
  const count = (request) => request.url().endsWith('/components') && (presses += 1);
  page.on('request', count);
  const [left, top] = places.find(isFree);
  if (window.phone) await page.touchscreen.tap(left, top);
  else await page.mouse.click(left, top);
  await page.locator('.popover').waitFor({ state: 'detached' });
  page.off('request', count);
  assert.equal(presses, 0);
  assert.equal(await page.locator('.popover').count(), 0, 'the same press opened another list');
  assert.equal(await select.getAttribute('aria-expanded'), 'false');
}

/** The list of a required option opens again by a press or an arrow key, and its choice counts. */
async function again(window) {
  const { page } = window;
  const input = line(window);
  await window.press(input);
  await input.pressSequentially('/season cast role ');
  const role = page.locator('[data-option=as]');
  const items = page.locator('.suggest .item:visible');
  const offered = async () => {
    await items.filter({ hasText: 'dealer' }).waitFor();
    return (await items.allTextContents()).join();
  };
  await window.press(role);
  const all = await offered();
  await window.press(items.nth(1));
  assert.equal(await role.inputValue(), 'eliminated');
  await window.press(role);
  assert.equal(await offered(), all);
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'hidden' });
  await window.press(role);
  assert.equal(await offered(), all);
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowDown');
  assert.equal(await offered(), all);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal(await role.inputValue(), 'dealer');
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
}

/** The notice about unread pings elsewhere is one line and covers nothing. */
async function notice(window) {
  const { page } = window;
  const waiting = page.locator('#people .everybody .person', { has: page.locator('.badge') });
  const name = await waiting.locator('.author').first().textContent();
  await window.become(name);
  const offer = page.locator('#offer');
  await offer.waitFor();
  const [its, log, typed] = [await offer.boundingBox(), await page.locator('#log').boundingBox(), await page.locator('#composer').boundingBox()];
  assert(its.height < 52, `the notice is ${its.height} px high`);
  assert(log.y + log.height <= its.y + 1 && its.y + its.height <= typed.y + 1, 'the notice covers something');
  await window.look('8-notice');
}
