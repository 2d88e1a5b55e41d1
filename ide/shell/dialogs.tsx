/** What is asked and looked up over every screen: loaded once the screen is there. */

import { useIdeState } from '../app/context.tsx';
import { Questions } from '../panels/frame/questions.tsx';
import { KeysDialog } from '../panels/search/keys-dialog.tsx';
import { SearchDialog } from '../panels/search/search-dialog.tsx';

export function Dialogs() {
  const areKeysShown = useIdeState(state => state.view.dialog === 'keys');
  return (
    <>
      <Questions />
      <SearchDialog />
      {areKeysShown && <KeysDialog />}
    </>
  );
}
