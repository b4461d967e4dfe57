// The first script, small and thus there before the page's own: what would otherwise delay the first board is done while that one
// is fetched.

import { tableAddress, wantedLanguage } from './text/wanted-language.js';
import { applyTheme } from './theme.js';

const tag = wantedLanguage();
const messages = import(tableAddress(tag));
// The page's own script asks for them too, and is where a failure counts.
messages.catch(() => {});
applyTheme();
// The first date takes a phone 0.07 seconds.
new Date().toLocaleDateString(tag, { dateStyle: 'medium' });
