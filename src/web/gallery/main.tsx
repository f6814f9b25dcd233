import { createRoot } from 'react-dom/client';
import { defaultLanguage, languageNamed } from '#contract/vocabulary/languages.ts';
import { provideAppConfig } from '#web/lib/app-config.ts';
import { startLanguage } from '#web/lib/i18n.tsx';
import { loadTexts } from '#web/lib/load-texts.ts';
import { htmlLang } from '#web/lib/language.ts';
import { showNoticesWith } from '#web/lib/notify.ts';
import { showToast } from '#web/ui/toast.tsx';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { Gallery } from './gallery.tsx';
import { sampleConfig } from './sample-config.ts';

const query = new URLSearchParams(location.search);
const language = languageNamed(query.get('lang')) ?? defaultLanguage;
const theme = query.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;
document.documentElement.lang = htmlLang(language);
provideAppConfig(sampleConfig);
showNoticesWith(showToast);
startLanguage(language);
await loadTexts(['app']);

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
