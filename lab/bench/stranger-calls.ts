import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { minute } from '#server/platform/clock.ts';
import { transport } from '#server/platform/http/server.ts';
import { openStrangerStage, worstCalls, type Ready } from '#server/testing/costs/stranger-calls.ts';
import { median, type Row } from './report.ts';

const rounds = 7;
/** Milliseconds: the resolution of measured event loop delays. */
const resolution = 1;

/**
 * How long a stranger's most expensive call holds the event loop, compared with the plainest request. Server and client
 * share the process, so the client's work counts as well. The median of the longest delays of each round.
 */
export async function measureStrangerCalls(): Promise<readonly Row[]> {
  const stage = await openStrangerStage();
  try {
    const { app } = stage;
    await warmedUp();
    const bare = await longestDelay(() => async () => app.newBrowser().raw({ method: 'GET', path: '/healthz' }));
    const held: { readonly call: string; readonly ms: number }[] = [];
    for (const [call, { prepare }] of Object.entries(worstCalls(stage))) {
      const ready = async (): Promise<Ready> => {
        app.clock.advance(minute);
        const browser = app.newBrowser();
        await browser.prepare();
        return prepare(browser);
      };
      held.push({ call, ms: (await longestDelay(ready)) - bare });
    }
    const [longest] = held.toSorted((a, b) => b.ms - a.ms);
    const note = `${longest?.call ?? ''}; the plainest request ${bare.toFixed(1)} ms; medians of ${rounds}`;
    return [
      {
        name: 'strangers: a call holds the event loop for at most',
        value: Math.max(0, longest?.ms ?? 0),
        unit: 'ms',
        aim: { atMost: 5 },
        note,
      },
    ];
  } finally {
    await stage.close();
  }
}

/** A server that has just started compiles schemas and draws pages: no call of a stranger does. */
async function warmedUp(): Promise<void> {
  await delay(transport.warmAfter);
  let last = performance.eventLoopUtilization();
  for (;;) {
    await delay(transport.warmAfter / 4);
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, last).utilization < 0.05) return;
    last = now;
  }
}

async function longestDelay(prepare: () => Promise<Ready> | Ready): Promise<number> {
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const call = await prepare();
    // The preparation's leftover work ends before the call.
    await delay(5);
    const histogram = monitorEventLoopDelay({ resolution });
    histogram.enable();
    await delay(2 * resolution);
    await call();
    await delay(2 * resolution);
    histogram.disable();
    delays.push(histogram.max / 1e6 - resolution);
  }
  return median(delays);
}
