import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accomplices } from '#server/testing/stories/accomplices.ts';
import { byPassword, contactUses, must, oldOwner, passwordUses, sessionUses, stolen } from '#server/testing/stories/stage.ts';
import { openStage, type OpenStage } from '#server/testing/stories/open-stage.ts';
import { thieves } from '#server/testing/stories/thieves.ts';

let stage: OpenStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

/** `npm run stories -w lab` uses what thieves had ten thousand times. */
describe('a thief', () => {
  it.each(Object.entries({ ...thieves, ...accomplices }))('%s: the owner is in, and nothing serves the thief', async (_, story) => {
    const { owner, thief } = await story(stage);
    expect(await owner.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(thief.length).toBeGreaterThan(0);
    const served = [];
    for (const use of [...thief, ...thief]) served.push(await use());
    expect(served).toEqual(served.map(() => false));
    expect(await owner.get('/account/metainfo')).toMatchObject({ code: 200 });
  });
});

it('a thief whom nobody stops is served by each of them: the control', async () => {
  const owner = await oldOwner(stage);
  for (const use of [...contactUses(stage, owner.email), ...contactUses(stage, owner.phone).slice(0, 1)]) expect(await use()).toBe(true);
  const thief = stage.newBrowser();
  must(await byPassword(thief, owner.phone, stolen));
  for (const use of [...passwordUses(stage, owner.phone, [stolen]), ...sessionUses(thief)]) expect(await use()).toBe(true);
});
