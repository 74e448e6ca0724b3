import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import puppeteer, { type Browser } from 'puppeteer-core';
import { post, startHost, task, type Host } from './support.js';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** The browser of this machine: CHROMIUM names it, or it is on the PATH. */
const browserPath = (): string | undefined =>
  process.env['CHROMIUM'] ??
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

describe('the page of the host server', () => {
  let host: Host;
  let browser: Browser;

  before(async function () {
    const executablePath = browserPath();
    if (executablePath === undefined) {
      console.log('      skipped: no Chromium on this machine (set CHROMIUM, or install chromium)');
      return this.skip();
    }
    host = await startHost();
    // Without its own sandbox: the page is ours, and CI often runs as root.
    browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(async () => {
    await browser?.close();
    await host?.close();
  });

  it('posts a change, shows each check as it comes, and the verdict', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('dialog', (dialog) => {
      errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(host.url);
    await page.waitForSelector('option');
    await page.$eval(
      'textarea[name=task]',
      (area, text) => ((area as HTMLTextAreaElement).value = text),
      JSON.stringify(task),
    );
    await page.$eval('textarea[name=patch]', (area, text) => ((area as HTMLTextAreaElement).value = text), host.patch);
    await page.click('button');
    await page.waitForSelector('#run[data-state=finished]', { timeout: 90_000 });
    expect(await page.$eval('#verdict', (heading) => heading.textContent)).to.equal('DONE');
    const statuses = await page.$$eval('#checks tr', (rows) =>
      rows.map((line) => `${(line as HTMLElement).dataset['id']} ${(line as HTMLElement).dataset['status']}`),
    );
    expect(statuses).to.include('bug/fails-on-base PASS');
    // The title of the test is markup: it is shown, and is none.
    expect(await page.$$('img, script:not([src="/page.js"])')).to.have.length(0);
    expect(errors).to.deep.equal([]);
  });

  it('says what is wrong with a request', async () => {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForSelector('option');
    await page.type('textarea[name=task]', '{}');
    await page.type('textarea[name=patch]', 'x');
    await page.click('button');
    await page.waitForSelector('#problem:not([hidden])');
    expect(await page.$eval('#problem', (problem) => problem.textContent)).to.match(/title/);
  });

  it('shows a run that was cancelled before it began', async () => {
    const request = { repository: 'clamp', task, patch: host.patch };
    const answers = [await post(host.url, request), await post(host.url, request), await post(host.url, request)];
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { runId: string }).runId));
    for (const id of [...ids].reverse()) await fetch(`${host.url}/runs/${id}`, { method: 'DELETE' });
    const page = await browser.newPage();
    await page.goto(`${host.url}/?run=${ids[2] ?? ''}`);
    await page.waitForSelector('#run[data-state=finished]');
    expect(await page.$eval('#verdict', (heading) => heading.textContent)).to.match(/run\/aborted/);
  });

  it('runs nothing of a name in its address', async () => {
    const page = await browser.newPage();
    await page.goto(`${host.url}/?run=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
    await page.waitForSelector('#run[data-state=finished]');
    expect(await page.$eval('#verdict', (heading) => heading.textContent)).to.equal('Unknown');
    expect(await page.$$('img')).to.have.length(0);
  });
});
