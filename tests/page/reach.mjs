// What keyboards and screen readers get: names, states and the focus.
import assert from 'node:assert';

/** The focused element, and the active option of its list. */
const focus = (page) => page.evaluate(() => {
  const el = document.activeElement;
  const option = document.getElementById(el.getAttribute('aria-activedescendant'));
  return { id: el.id, within: el.closest('[id]')?.id, customId: el.dataset.customId, role: el.getAttribute('role'), words: el.textContent, option: option?.textContent };
});

/**
 * On a phone the two buttons say their names and whether they are open. A drawer gets the focus,
 * and Escape closes it.
 */
export async function drawers({ page }) {
  for (const [button, name, drawer] of [['#open-channels', /^Channels/, 'channels'], ['#me', /^You are Juniper/, 'people']]) {
    const named = page.getByRole('button', { name });
    assert.equal(`#${await named.getAttribute('id')}`, button);
    assert.equal(await named.getAttribute('aria-expanded'), 'false');
    await named.tap();
    assert.equal(await named.getAttribute('aria-expanded'), 'true');
    assert.equal((await focus(page)).within, drawer);
    await page.keyboard.press('Escape');
    assert.equal(await named.getAttribute('aria-expanded'), 'false');
    assert.equal(`#${(await focus(page)).id}`, button);
  }
  await page.locator('#bots', { hasText: 'online' }).waitFor();
}

/** On a wide page the keyboard does everything that the mouse does. */
export async function keys(window) {
  const { page } = window;
  const { keyboard } = page;
  const line = page.locator('[data-input=text]');
  await window.become('Vesper');
  await window.enter('audit');

  // A screen reader hears the active completion, also after an arrow key.
  await line.pressSequentially('/match ');
  await page.locator('.suggest .item').first().waitFor();
  const first = (await focus(page)).option;
  await keyboard.press('ArrowDown');
  const second = (await focus(page)).option;
  assert.match(first, /^\/match /);
  assert.match(second, /^\/match /);
  assert.notEqual(first, second);
  await keyboard.press('Escape');
  assert.equal((await focus(page)).option, undefined);

  // A menu has the focus while it is open, and gives it back whether it is left or used.
  await window.command('/season sett', 'season settings');
  const menu = page.locator('#log .select').first();
  await menu.focus();
  const { customId } = await focus(page);
  await keyboard.press('Enter');
  assert.equal(await menu.getAttribute('aria-expanded'), 'true');
  const opened = await focus(page);
  assert.equal(opened.role, 'listbox');
  await keyboard.press('Escape');
  assert.equal((await focus(page)).customId, customId);
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  const { option } = await focus(page);
  assert.notEqual(option, opened.option);
  const answered = page.waitForResponse('**/components');
  await keyboard.press(' ');
  await answered;
  await page.locator('#log .select .tag', { hasText: option.replace('✓', '') }).waitFor();
  await page.locator('.select[aria-busy]').waitFor({ state: 'detached' });
  assert.equal((await focus(page)).customId, customId);

  // A key opens a spoiler, and another starts a mentioned command.
  await line.fill('||behind|| </match list:1>');
  await keyboard.press('Enter');
  const spoiler = page.locator('#log .spoiler').last();
  await spoiler.focus();
  await keyboard.press(' ');
  assert.match(await spoiler.getAttribute('class'), /shown/);
  await page.locator('#log button.mention').last().focus();
  await keyboard.press('Enter');
  await page.locator('.command [data-command="match list"]').waitFor();
  await keyboard.press('Escape');

  // Private messages are gone after a reload, and a line says so.
  assert.equal(await page.locator('#log .gone').count(), 0);
  await page.reload();
  await window.sees('gone since you reloaded the page');
  assert.equal(await page.locator('#log .select').count(), 0);

  // A board can be enlarged.
  await window.enter('death-match');
  await page.locator('#log .look').last().focus();
  await keyboard.press('Enter');
  await page.locator('dialog.lightbox').waitFor();
  await keyboard.press('Escape');
  await page.locator('dialog.lightbox').waitFor({ state: 'detached' });
  assert.equal((await focus(page)).words, 'Enlarge');
}
