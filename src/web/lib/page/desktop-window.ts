let drawn: boolean | undefined;

/** Whether the page stands in a window of the operating system: its host has Qt's web channel. The server decides. */
export function isDesktopWindow(): boolean {
  return drawn ?? document.documentElement.dataset['embedded']?.includes('"qwebchannel"') === true;
}

/** Prerendering has no document. */
export function provideDesktopWindow(given: boolean): void {
  drawn = given;
}
