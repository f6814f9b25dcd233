import type { ComponentType } from 'react';
import { limits } from '#contract/limits.ts';
import { loadTexts } from '#web/lib/load-texts.ts';
import { isOfAccount, loadFrame, loadWaitingScreen } from './frames.ts';
import type { FrameProps } from '#web/app/shell/frames/frame-props.ts';
import { isKnown, type Match } from './match.ts';
import { packsOf } from '#web/app/packs.ts';
import { loadOtherPages, loadScreen } from './screens.ts';

/** Everything needed to render a page at once. */
export interface View {
  readonly match: Match;
  readonly Screen: ComponentType;
  readonly Frame: ComponentType<FrameProps>;
  /** The skeleton of the page. */
  readonly isWaiting?: true;
}

/** A page's chunk failed to load or took longer than 120 s (spec 9). */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause });
    this.name = 'ChunkError';
  }
}

/** Screens whose parts this document has: they need no network. */
const arrived = new Set<string>();

/**
 * Waits while there is no network and a part of the page has not come yet. A browser may remember that a module could not
 * be loaded, so nothing is requested before.
 */
export async function untilReachable(match?: Match): Promise<void> {
  if (navigator.onLine || (match !== undefined && arrived.has(match.route.screen))) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/**
 * Waits for the list of pages, where the page of a path stands in it.
 * @throws {ChunkError}
 */
export async function knowPage(path: string): Promise<void> {
  if (isKnown(path)) return;
  await inTime(loadOtherPages());
}

/** The skeleton of a page, between two pages of an account: it has the texts of the page's frame and its name. */
export async function waitingView(from: Match, match: Match): Promise<View | undefined> {
  if (!isOfAccount(from.route.frame) || !isOfAccount(match.route.frame)) return undefined;
  const { frame, screen } = match.route;
  const texts = loadTexts(packsOf(match.route).filter((pack) => pack !== screen));
  const [Screen, Frame] = await Promise.all([loadWaitingScreen(), loadFrame(frame), texts]);
  return { match, Screen, Frame, isWaiting: true };
}

/**
 * Loads a page's screen, frame and texts.
 * @throws {ChunkError}
 */
export async function loadView(match: Match): Promise<View> {
  const { route } = match;
  const [Screen, Frame] = await inTime(Promise.all([loadScreen(route.screen), loadFrame(route.frame), loadTexts(packsOf(route))]));
  arrived.add(route.screen);
  return { match, Screen, Frame };
}

/** @throws {ChunkError} */
async function inTime<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Loading exceeded the time limit.')), limits.chunkLoadTimeoutMs);
  });
  try {
    return await Promise.race([load, late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}
