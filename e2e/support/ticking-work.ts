import type { Page } from 'playwright-core';

const rounds = 6;
const ticksInARound = 5;

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length / 2] ?? Infinity;

/**
 * Milliseconds of work for a tick in a list of 200 rows, up to the frame that shows it: the page's own, and the least
 * there is, when nothing but the row and its box is changed. By turns, on the same rows; the page's ticks stay.
 */
export const tickingWork = async (page: Page): Promise<{ own: number; least: number }> => {
  // Processor time of the page, not the clock on the wall: another journey has the same two processors.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async (): Promise<number> =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
    Infinity;

  const workOf = async (round: number, act: string): Promise<number> => {
    const before = await busySeconds();
    await page.evaluate(`(async () => {
      const boxes = [...document.querySelectorAll('tbody input[type=checkbox]')];
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (let i = 0; i < ${ticksInARound}; i++) {
        const box = boxes[(${round} * ${ticksInARound} + i) * 6];
        const row = box.closest('tr');
        ${act}
        await frame();
        if (!row.matches('[data-selected=true]')) throw new Error('not ticked');
      }
    })()`);
    return (((await busySeconds()) - before) * 1_000) / ticksInARound;
  };

  const [own, least] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round++) {
    least.push(await workOf(round, "box.checked = true; row.dataset.selected = 'true';"));
    await page.evaluate(`for (const row of document.querySelectorAll('tr[data-selected=true]:not([data-ours])')) {
      row.dataset.selected = 'false';
      row.querySelector('input').checked = false;
    }`);
    own.push(await workOf(round, "box.click(); row.dataset.ours = '';"));
  }
  return { own: medianOf(own), least: medianOf(least) };
};
