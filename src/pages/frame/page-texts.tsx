import { raw } from 'hono/html';
import { useContext } from 'hono/jsx';
import type { Texts } from '../../messages/create-translator.js';
import { frameCatalogue } from '../../messages/frame/catalogue.js';
import { scriptKeys, textsId } from '../../messages/frame/script-keys.js';
import { pick } from '../../messages/pick.js';
import { SiteContext } from './site.js';

/** The messages that scripts show, as data: a script is the same in every language. */
export function PageTexts({ texts = {} }: { texts?: Texts | undefined }) {
  const { language } = useContext(SiteContext);
  const shared = pick(frameCatalogue[language], scriptKeys);
  const json = JSON.stringify({ ...shared, ...texts });
  return (
    <script type="application/json" id={textsId}>
      {raw(json.replaceAll('<', '\\u003c'))}
    </script>
  );
}
