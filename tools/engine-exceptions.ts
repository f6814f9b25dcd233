/**
 * Features newer than the floor that the product may use (ADR 13), by their names in MDN's compatibility data. An entry
 * that nothing uses any longer must leave.
 */

/** Given by the chunk `older-engines`; not to workers, which do not load it. */
export const filledFeatures: readonly string[] = [
  'api.AbortSignal.any_static',
  'api.AbortSignal.timeout_static',
  'api.HTMLElement.hidePopover',
  'api.HTMLElement.popover',
  'api.HTMLElement.showPopover',
  'api.HTMLElement.togglePopover',
  'api.URL.canParse_static',
  'javascript.builtins.Array.at',
  'javascript.builtins.Array.toReversed',
  'javascript.builtins.Array.toSorted',
  'javascript.builtins.Map.groupBy',
  'javascript.builtins.Object.hasOwn',
  'javascript.builtins.Promise.withResolvers',
];

const ofReact = 'React asks before it uses it';
const ofOurs = 'a property of ours or of a library has this name';
const prefixed = 'the build writes the prefixed form beside it';
const narrow = 'on the narrowest screens a value wraps beside its title, not below it';
const ornament = 'ornament: texts, colors and places stay';

/** Harmless where missing: why. */
export const gracefulFeatures: Readonly<Record<string, string>> = {
  'api.CanvasRenderingContext2D.imageSmoothingQuality': 'the avatar is scaled in the usual quality',
  'api.Document.startViewTransition': ofReact,
  'api.HTMLInputElement.capture': ofReact,
  'api.Navigator.connection': ofReact,
  'api.reportError': 'called only where older-engines is not loaded, or for a refusal',
  'css.at-rules.container': narrow,
  'css.at-rules.media.forced-colors': 'there are no forced colors',
  'css.at-rules.starting-style': 'dialogs open without an animation',
  'css.properties.accent-color': ornament,
  'css.properties.aspect-ratio': 'the place for a new avatar has its own height',
  'css.properties.backdrop-filter': 'bars are nearly opaque',
  'css.properties.container-type': narrow,
  'css.properties.container-type.inline-size': narrow,
  'css.properties.field-sizing': 'a text area scrolls instead of growing',
  'css.properties.field-sizing.content': 'as above',
  'css.properties.font-family.ui-monospace': 'the next font of the list',
  'css.properties.overflow-x.clip': '`hidden` stands before it',
  'css.properties.scrollbar-width': 'a row of filters shows its scrollbar',
  'css.properties.scrollbar-width.none': 'as above',
  'css.properties.text-autospace': ornament,
  'css.properties.text-autospace.no-autospace': ornament,
  'css.properties.text-size-adjust': prefixed,
  'css.properties.text-spacing-trim': ornament,
  'css.properties.text-spacing-trim.trim-start': ornament,
  'css.properties.text-wrap': ornament,
  'css.properties.text-wrap.balance': ornament,
  'css.properties.text-wrap.pretty': ornament,
  'css.properties.user-select': prefixed,
  'css.properties.user-select.all': prefixed,
  'css.selectors.-webkit-search-cancel-button': 'other engines have no such button',
  'css.selectors.autofill': prefixed,
  'css.selectors.view-transition': ofReact,
  'css.selectors.view-transition-group': ofReact,
  'css.selectors.popover-open': 'older-engines sets a class, which has its own rule',
  'css.types.length.viewport_percentage_units_dynamic': 'a line with `vh` stands before it',
  'api.Blob.bytes': ofOurs,
  'javascript.builtins.ArrayBuffer.transfer': ofOurs,
  'javascript.builtins.AsyncDisposableStack.use': ofReact,
  'javascript.builtins.Error.cause': ofOurs,
  'javascript.builtins.Error.isError': ofOurs,
  'javascript.builtins.Function.displayName': ofReact,
  'javascript.builtins.Iterator.drop': ofOurs,
};
