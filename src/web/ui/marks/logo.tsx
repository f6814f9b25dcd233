import { appConfig } from '#web/lib/page/app-config.ts';
import { OwnMark } from './own-mark.tsx';
import css from './logo.module.css';

/** The operator's or the vendor's logo, or our mark in the theme's accent color. The name is next to it. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  const { logo } = appConfig().brand;
  if (logo !== '') return <img src={logo} width={size} height={size} alt="" className={css['picture']} />;
  return <OwnMark size={size} />;
}
