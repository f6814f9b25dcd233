import type { ComponentType } from 'react';
import { BareFrame } from './shell/bare-frame.tsx';
import { DocumentFrame } from './shell/document-frame.tsx';
import type { FrameProps } from './shell/frame-props.ts';
import type { Frame } from './routes.ts';

/** The source file whose chunk holds the signed-in frames. */
export const accountFrameChunk = 'app/shell/account-frame.tsx';

/** The same for the frame of the Developer Center. */
export const developerFrameChunk = 'app/shell/developer-frame.tsx';

/**
 * The frame around each screen. Visitor frames are in the entry chunk; signed-in frames load with their data library.
 */
const frames: Readonly<Record<Frame, () => Promise<ComponentType<FrameProps>>>> = {
  bare: async () => BareFrame,
  document: async () => DocumentFrame,
  desktop: async () => (await import('./shell/account-frame.tsx')).DesktopFrame,
  mobile: async () => (await import('./shell/account-frame.tsx')).MobileFrame,
  account: async () => (await import('./shell/account-frame.tsx')).LayoutFrame,
  developer: async () => (await import('./shell/developer-frame.tsx')).DeveloperFrame,
};

export function loadFrame(frame: Frame): Promise<ComponentType<FrameProps>> {
  return frames[frame]();
}
