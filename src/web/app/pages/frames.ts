import type { ComponentType } from 'react';
import { BareFrame } from '#web/app/shell/frames/bare-frame.tsx';
import { DocumentFrame } from '#web/app/shell/frames/document-frame.tsx';
import type { FrameProps } from '#web/app/shell/frames/frame-props.ts';
import type { Frame } from './first-routes.ts';

/** The source file whose chunk holds the signed-in frames. */
export const accountFrameChunk = 'app/shell/frames/account-frame.tsx';

/** The same for the frame of the Developer Center. */
export const developerFrameChunk = 'app/shell/frames/developer-frame.tsx';

/**
 * The frame around each screen. Visitor frames are in the entry chunk; signed-in frames load with their data library.
 */
const frames: Readonly<Record<Frame, () => Promise<ComponentType<FrameProps>>>> = {
  bare: async () => BareFrame,
  document: async () => DocumentFrame,
  desktop: async () => (await import('#web/app/shell/frames/account-frame.tsx')).DesktopFrame,
  mobile: async () => (await import('#web/app/shell/frames/account-frame.tsx')).MobileFrame,
  account: async () => (await import('#web/app/shell/frames/account-frame.tsx')).LayoutFrame,
  developer: async () => (await import('#web/app/shell/frames/developer-frame.tsx')).DeveloperFrame,
};

/** The frames of an account, beside which the skeleton of a page is loaded. */
export function isOfAccount(frame: Frame): boolean {
  return frame === 'desktop' || frame === 'mobile' || frame === 'account';
}

export async function loadWaitingScreen(): Promise<ComponentType> {
  return (await import('#web/app/shell/frames/beside-page.tsx')).WaitingScreen;
}

export function loadFrame(frame: Frame): Promise<ComponentType<FrameProps>> {
  return frames[frame]();
}
