/**
 * Features that the application uses and the oldest engines of the floor lack (ADR 13). The gate in the page loads this file
 * before the application, only where something is missing.
 */
import { apply, isSupported } from '@oddbird/popover-polyfill/fn';
import { showAboveDialogs } from './above-dialogs.ts';
import { fillGaps } from './fill-gaps.ts';

fillGaps(globalThis);
if (!isSupported()) {
  // Its style sheet is made by a script, which the content security policy allows.
  apply();
  showAboveDialogs(HTMLElement.prototype);
}

// The application then tells a failure of the engine from one of the server (older-failure.ts).
document.documentElement.dataset['engine'] = 'older';
