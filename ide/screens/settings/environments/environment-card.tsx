import { Button, Text, TextInput } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { draftKey } from '../../../app/drafts.ts';
import { showUndo } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { takeBack } from '../../../commands/edits.ts';
import { enableSignInDraft } from '../../../commands/sign-in-draft.ts';
import { BROWSER_FIELDS, browserOf, refusedBrowserField } from '../../../parts/browser-texts.ts';
import { saveText } from '../../../parts/save-file.ts';
import { SettingRows } from '../../../parts/setting-rows.tsx';
import { takeText } from '../../../parts/take-text.ts';
import { Card } from '../../../ui/card.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { SettingsForm } from '../parts/form-parts.tsx';
import { useSettingsForm } from '../parts/use-settings-form.ts';
import { writeEnv } from './env-file.ts';
import {
  draftOf,
  EnvironmentDraft,
  filledItems,
  type Item,
  itemsToSend,
  keptSecret,
  type ListedEnvironment,
  nameFaults,
  withBlank,
  withEnvFile,
  withItem,
  withoutItem,
  withoutSecrets,
} from './environment-draft.ts';
import classes from './environments.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { ItemRow } from './item-row.tsx';

interface EnvironmentCardProps {
  projectId: string;
  versionId: string;
  environment: ListedEnvironment;
  /** Undefined after a deletion. */
  onChanged(environment?: ListedEnvironment): void;
}

interface EnvironmentFormProps extends EnvironmentCardProps {
  onSaved(): void;
}

function useEnvironmentForm({ projectId, versionId, environment, onSaved, onChanged }: EnvironmentFormProps) {
  const { environmentCode } = environment;
  const ide = useIde();
  const [areNamesChecked, setNamesChecked] = useState(false);
  const form = useSettingsForm({
    key: draftKey(projectId, 'environments', versionId, environmentCode),
    schema: EnvironmentDraft,
    saved: draftOf(environment),
    withoutSecrets,
    async send(draft) {
      const browser = draft.browser && browserOf(draft.browser);
      const given = { environmentCode, name: draft.name.trim(), items: itemsToSend(draft), browser };
      const { environment: stored } = await ide.editing.change('editEnvironment', given);
      setNamesChecked(false);
      onSaved();
      onChanged(stored);
      void attempt('Run the sign-in test', () => enableSignInDraft(ide, projectId, stored.items));
      return { stored: draftOf(stored), done: `Environment “${stored.name}” saved` };
    },
  });
  const faults = nameFaults(form.draft.value);
  const save = () => {
    setNamesChecked(true);
    if (faults.size === 0) form.save();
  };
  return { ...form, save, faults: areNamesChecked ? faults : NO_FAULTS };
}

const NO_FAULTS: ReadonlyMap<number, string> = new Map();

export function EnvironmentCard(props: EnvironmentCardProps) {
  const { environment, onChanged } = props;
  const { name } = environment;
  const [isRenaming, setRenaming] = useState(false);
  const form = useEnvironmentForm({ ...props, onSaved: () => setRenaming(false) });
  const [imported, setImported] = useState<string>();
  const { isOver, dropProps } = useFileDrop(([file]) => void takeText(file, setImported));
  return (
    <section aria-label={name} className={classes.drop} data-over={isOver || undefined} {...dropProps}>
      <Card
        title={name}
        aside={
          <Actions
            environment={environment}
            onRename={() => setRenaming(true)}
            onImport={() => setImported('')}
            onChanged={onChanged}
          />
        }
      >
        <EnvironmentFields environment={environment} form={form} isRenaming={isRenaming} />
      </Card>
      {imported !== undefined && (
        <ImportDialog
          name={name}
          text={imported}
          onClose={() => setImported(undefined)}
          onTake={text => {
            setImported(undefined);
            form.set(withEnvFile(form.draft.value, text));
          }}
        />
      )}
    </section>
  );
}

interface EnvironmentFieldsProps {
  environment: ListedEnvironment;
  form: ReturnType<typeof useEnvironmentForm>;
  isRenaming: boolean;
}

function EnvironmentFields({ environment, form, isRenaming }: EnvironmentFieldsProps) {
  const { value } = form.draft;
  const { name } = environment;
  const fields = [
    'name',
    ...BROWSER_FIELDS.map(each => `browser.${each.name}`),
    ...filledItems(value).flatMap(item => [fieldOf(value, item, 'name'), fieldOf(value, item, 'value')]),
  ];
  return (
    <SettingsForm label={`Environment ${name}`} form={form} isShownAtField={form.errorOf(...fields) !== undefined}>
      {(isRenaming || value.name !== name) && (
        <TextInput
          label="New name"
          value={value.name}
          onChange={event => form.set({ name: event.currentTarget.value })}
          error={form.errorOf('name')}
          autoFocus={isRenaming}
          autoComplete="off"
        />
      )}
      <Items environment={environment} form={form} />
      <Browser form={form} />
    </SettingsForm>
  );
}

function Browser({ form }: Pick<EnvironmentFieldsProps, 'form'>) {
  const { draft, set, work } = form;
  const texts = draft.value.browser ?? {};
  const refused = refusedBrowserField(work.problem?.field);
  const isSet = Object.values(texts).some(text => text !== '');
  return (
    <details open={refused !== undefined || undefined}>
      <summary>Browser of its tests{isSet && <span className="accent"> •</span>}</summary>
      <div className={classes.browser}>
        <SettingRows
          fields={BROWSER_FIELDS}
          texts={texts}
          errorOf={name => (refused === name ? work.problem?.message : undefined)}
          onChange={changed => set({ browser: { ...texts, ...changed } })}
        />
      </div>
    </details>
  );
}

/** As the service names it: blank items are not sent. */
const fieldOf = (draft: EnvironmentDraft, item: Item, part: 'name' | 'value'): string =>
  `items[${filledItems(draft).indexOf(item)}].${part}`;

function Items({ environment, form }: Pick<EnvironmentFieldsProps, 'environment' | 'form'>) {
  const { draft, faults, set, errorOf } = form;
  const table = useRef<HTMLTableElement>(null);
  const rows = withBlank(draft.value.items);
  return (
    <table ref={table} className={`table ${classes.table}`} aria-label={`Values of ${environment.name}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Secret</th>
          <th scope="col">App</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((item, index) => (
          <ItemRow
            key={item.id}
            item={item}
            isKept={keptSecret(environment, item) !== undefined}
            isBlank={index === rows.length - 1}
            nameFault={faults.get(item.id) ?? errorOf(fieldOf(draft.value, item, 'name'))}
            valueFault={errorOf(fieldOf(draft.value, item, 'value'))}
            onChange={changed => set(withItem(draft.value, changed))}
            onRemove={() => {
              set(withoutItem(draft.value, item.id));
              focusRow(table, rows[index + 1]?.id);
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

function focusRow(table: RefObject<HTMLTableElement | null>, id: number | undefined): void {
  table.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
}

interface ActionsProps {
  environment: ListedEnvironment;
  onRename(): void;
  onImport(): void;
  onChanged(): void;
}

function Actions({ environment, onRename, onImport, onChanged }: ActionsProps) {
  const ide = useIde();
  const { environmentCode, name, items } = environment;
  const remove = () =>
    attempt('Delete the environment', async () => {
      await ide.editing.change('deleteEnvironment', { environmentCode });
      onChanged();
      showUndo(`Environment “${name}” deleted`, () => void takeBack(ide));
    });
  return (
    <div className="flex wrap gap-sm">
      <Button size="compact-xs" variant="default" onClick={onRename}>
        Rename
      </Button>
      <Button size="compact-xs" variant="default" aria-label={`Import .env into ${name}`} onClick={onImport}>
        Import .env
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Export ${name}`}
        // File names must not have path separators.
        onClick={() => saveText(writeEnv(items), `${name}.env`.replace(/[/\\:]/g, '_'))}
      >
        Export
      </Button>
      <Button size="compact-xs" variant="default" aria-label={`Delete ${name}`} onClick={() => void remove()}>
        <Text span inherit c="var(--st-failed)">
          Delete
        </Text>
      </Button>
    </div>
  );
}
