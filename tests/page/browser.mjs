// A browser whose people use the page, on a wide screen or on a phone.
import assert from 'node:assert';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// `require` finds it through NODE_PATH, which `import` ignores.
const { chromium } = createRequire(import.meta.url)('playwright-core');

const QUIET = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];
const LOOKS = {
  wide: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
// Generous, because machines can be slow. A passing test never waits this long.
const PATIENCE_MS = 200_000;

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: QUIET });

/** Opens the page at `url` in a new window. Screenshots go to `folder`. */
export async function openPage(browser, url, look, folder) {
  const context = await browser.newContext(LOOKS[look]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const window = new Window(page, look === 'phone', folder);
  page.on('pageerror', (error) => window.faults.push(error.message));
  page.on('console', (said) => {
    const from = said.location().url;
    // A picture that was replaced during its request is gone. `look` checks that none is missing.
    if (['error', 'warning'].includes(said.type()) && !from.startsWith(`${url}/attachments/`)) window.faults.push(`${said.text()} ${from}`);
  });
  page.on('request', (request) => request.url().startsWith(url) || request.url().startsWith('data:') || window.faults.push(`asks ${request.url()}`));
  page.on('response', (response) => {
    if (/json/.test(response.headers()['content-type'] ?? '')) window.reading.push(response.text().then((text) => window.told.push(text), () => {}));
  });
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => window.told.push(String(frame.payload))));
  await page.goto(url);
  await page.locator('#bots', { has: page.locator('.online') }).waitFor();
  return window;
}

class Window {
  /** Errors of the page, and requests that leave the machine. */
  faults = [];
  /** Everything that the server has sent to this window. */
  told = [];
  reading = [];

  constructor(page, phone, folder) {
    Object.assign(this, { page, phone, folder });
  }

  /** Becomes a person in the list of people. */
  async become(name) {
    if (this.phone) await this.press(this.page.locator('#me'));
    const row = this.page.locator('#people .everybody .person', { has: this.page.locator(`.author:text-is("${name}")`) });
    await this.press(row);
    await this.page.locator('#me .author', { hasText: name }).waitFor();
  }

  /** Becomes the next person with unread pings and opens their channel. */
  async becomeNext() {
    if (this.phone) await this.press(this.page.locator('#me'));
    await this.press(this.page.locator('#people .next'));
  }

  async enter(channel) {
    if (this.phone) await this.press(this.page.locator('#open-channels'));
    await this.press(this.page.locator('#channels .channel', { has: this.page.locator(`.label:text-is("${channel}")`) }));
    await this.page.locator('#where', { hasText: channel }).waitFor();
  }

  press(target) {
    return this.phone ? target.tap() : target.click();
  }

  /**
   * Focuses a control and holds the mouse button down on it. Returns a function that releases it
   * and waits until the press is sent.
   */
  async hold(target) {
    const { mouse } = this.page;
    await target.scrollIntoViewIfNeeded();
    await target.focus();
    const { x, y, width, height } = await target.boundingBox();
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.down();
    return async () => {
      const sent = this.page.waitForRequest('**/components');
      await mouse.up();
      await sent;
    };
  }

  /** The newest message with these words in its own text, not only in the message it replies to. */
  message(words) {
    return this.page.locator('#log article', { has: this.page.locator(':is(.body, p)', { hasText: words }) }).last();
  }

  async sees(words) {
    const message = this.message(words);
    await message.waitFor();
    return message;
  }

  /** Presses a control of the newest message with these words. */
  async pressIn(words, label) {
    const message = await this.sees(words);
    // A control takes no press while its answer is on the way.
    await this.press(message.locator('.btn:not([aria-busy=true])', { has: this.page.locator(`span:text-is("${label}")`) }));
  }

  /** Holds back answers to presses. Returns a function that lets them through. */
  async holdAnswers() {
    let release;
    const released = new Promise((done) => (release = done));
    const answered = this.page.waitForResponse('**/components');
    await this.page.route('**/components', async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    return async () => {
      release();
      await answered;
      await this.page.unroute('**/components');
    };
  }

  /**
   * Types the start of a command, picks it and what it needs from the list, and sends it. On a wide
   * page it needs nothing.
   */
  async command(beginning, name, needs = {}) {
    const line = this.page.locator('[data-input=text]');
    await this.press(line);
    await line.pressSequentially(beginning);
    const offered = this.page.locator(`.suggest [data-command="${name}"]`);
    if (this.phone) {
      await this.press(offered);
      for (const [option, value] of Object.entries(needs)) {
        const added = this.page.locator(`[data-add=${option}]`);
        if (await added.count()) await this.press(added);
        await this.page.locator(`[data-option=${option}]`).pressSequentially(value);
        await this.press(this.page.locator('.suggest .item', { hasText: value }));
      }
      await this.press(this.page.locator('.send'));
    } else {
      await offered.waitFor();
      await this.page.keyboard.press('Tab');
      await this.page.locator(`.command [data-command="${name}"]`).waitFor();
      await this.page.keyboard.press('Enter');
    }
  }

  /**
   * Texts with too little contrast, each with its contrast (Web Content Accessibility Guidelines,
   * 1.4.3: at least 4.5).
   */
  faint() {
    return this.page.evaluate(() => {
      const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const mixed = (colours) => {
        for (const colour of colours) (brush.fillStyle = colour), brush.fillRect(0, 0, 1, 1);
        return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      const part = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      const light = ([r, g, b]) => 0.2126 * part(r / 255) + 0.7152 * part(g / 255) + 0.0722 * part(b / 255);
      const found = new Map();
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const words = texts.currentNode.data.trim();
        const el = texts.currentNode.parentElement;
        if (!words || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || el.closest(':disabled, .unseen')) continue;
        const behind = ['white'];
        for (let around = el; around; around = around.parentElement) behind.splice(1, 0, getComputedStyle(around).backgroundColor);
        const [low, high] = [light(mixed(behind)), light(mixed([...behind, getComputedStyle(el).color]))].sort((a, b) => a - b);
        const ratio = (high + 0.05) / (low + 0.05);
        if (ratio < 4.5) found.set(`${el.className || el.tagName} ${words.slice(0, 20)}`, ratio.toFixed(2));
      }
      return [...found];
    });
  }

  /** Visible pictures that have not loaded. */
  missing() {
    return this.page.evaluate(() => {
      const missing = [...document.images].filter((i) => {
        // A lazy picture outside the log's visible part isn't loaded, even if it is within the
        // window.
        const { top, bottom } = i.getBoundingClientRect();
        const room = (i.closest('#log') ?? document.documentElement).getBoundingClientRect();
        const away = bottom <= room.top || top >= room.bottom;
        return !(i.loading === 'lazy' && away) && !(i.complete && i.naturalWidth);
      });
      return missing.map((i) => `${i.src} ${i.complete ? 'broken' : 'not there yet'}`);
    });
  }

  /** Waits until all pictures have loaded. */
  async complete(name) {
    for (let left = PATIENCE_MS / 100; left; left -= 1) {
      const missing = await this.missing();
      if (!missing.length) break;
      assert(left > 1, `${name}: pictures are missing: ${missing.join(', ')}`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Takes a picture of one message for the guides. */
  async picture(name, message) {
    const size = this.page.viewportSize();
    await this.page.setViewportSize({ ...size, height: 2400 });
    await this.complete(name);
    await message.screenshot({ path: join(this.folder, 'guide', `${name}.png`), scale: 'css', animations: 'disabled' });
    await this.page.setViewportSize(size);
  }

  /**
   * Takes a screenshot once all pictures have loaded. Checks that nothing is too wide, too faint or
   * too low for a finger.
   */
  async look(name) {
    await this.complete(name);
    await this.page.screenshot({ path: join(this.folder, `${name}.png`) });
    const { wide, room } = await this.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, room: innerWidth }));
    assert(wide <= room, `${name}: ${wide} px do not fit on ${room}`);
    assert.deepEqual(await this.faint(), [], `${name}: texts too faint`);
    if (!this.phone) return;
    const low = await this.page.locator('#log .btn').evaluateAll((all) => all.filter((b) => b.offsetHeight < 40).map((b) => b.textContent));
    assert.deepEqual(low, [], `${name}: buttons too low for a finger`);
  }

  /** Whether the server ever sent these words to this window. */
  async wasTold(words) {
    await Promise.all(this.reading);
    return this.told.some((text) => text.includes(words));
  }
}
