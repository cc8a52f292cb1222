// Step 8: the files to keep and the files to publish.

import { cubeField } from "../specification.js";
import { unconfirmed, withDimension } from "../draft.js";
import { sizeInWords, words } from "../words.js";
import { usePage } from "./context.jsx";
import { Failure, Heading, Progress, Select } from "./parts.jsx";

/** @import { ComponentChildren } from "preact" */
/** @import { OutputFile } from "../types.js" */

const text = words.save;
/** Firefox and Safari have no File System Access API. */
const hasFolders = () => "showDirectoryPicker" in globalThis;

export function SaveStep() {
  const { store } = usePage();
  const built = store.built.value;
  if (store.work.value && !store.isBuilt.value) return <><Heading title={text.title} /><Progress kinds={["check", "build"]} /></>;
  if (!built || !store.isBuilt.value) {
    return <><Heading title={text.title} /><p class="notice">{built ? words.build.outdated : text.nothing}</p><p><button type="button" onClick={() => store.go("build")}>{words.build.goTo(words.steps.build)}</button></p></>;
  }
  return (
    <>
      <Heading title={text.title} />
      <Progress kinds={["save"]} />
      <Failure step="save" />
      <div class="make-cards">
        <SpecificationCard />
        <KeyedCard />
        <SealedCard />
        {store.records.value?.origin === "keyed" && <RecordsCard />}
      </div>
      <p class="make-said">{store.said.value}</p>
    </>
  );
}

/** @param {{ title: string, part: string, children: ComponentChildren }} props */
function Card({ title, part, children }) {
  return <section class="make-card" data-part={part} aria-labelledby={`card-${part}`}><h3 id={`card-${part}`}>{title}</h3>{children}</section>;
}

/** The buttons that save files as ZIP or to a folder. @param {{ files: OutputFile[], name: string, primary?: boolean }} props */
function SaveFiles({ files, name, primary = false }) {
  const { store, actions } = usePage();
  const busy = store.isBusy();
  return (
    <div class="make-actions">
      <button type="button" class={primary ? "primary" : ""} disabled={busy} onClick={() => void actions.saveZip(files, `${name}.zip`)}>{text.zip}</button>
      {hasFolders() && <button type="button" disabled={busy} onClick={() => void actions.saveFolder(files)}>{text.folder}</button>}
    </div>
  );
}

function SpecificationCard() {
  const { store, actions } = usePage();
  return (
    <Card title={text.specification} part="specification">
      <p>{text.specificationHint}</p>
      <pre class="make-code" tabIndex={0} role="group" aria-label={text.specification}><code translate={false}>{actions.commands()}</code></pre>
      <div class="make-actions"><button type="button" class="primary" disabled={store.isBusy()} onClick={() => void actions.saveSpecification()}>{text.zip}</button></div>
    </Card>
  );
}

function KeyedCard() {
  const { store } = usePage();
  const built = store.built.value;
  if (!built) return null;
  const { text: toml } = built.specification;
  const [data = "confidential", audience] = [cubeField(toml, "data"), cubeField(toml, "audience")];
  const inside = data === "confidential";
  return (
    <Card title={text.keyed} part="keyed">
      <p class={inside ? "make-warning" : undefined}>{inside ? text.keyedInside : audience === "public" ? text.keyedOpen : text.keyedAudience}</p>
      <p class="hint">{sizeInWords(built.bytes)}</p>
      <SaveFiles files={built.files} name={built.id} />
    </Card>
  );
}

function SealedCard() {
  const { store, actions } = usePage();
  const sealed = store.sealed.value;
  const draft = store.draft.value;
  const open = draft && !store.own.value ? unconfirmed(draft) : [];
  const audited = store.audited.value;
  const isAudited = audited !== undefined && audited.most === store.most.value && audited.version === store.version.value;
  return (
    <Card title={text.sealed} part="sealed">
      <p>{text.sealedHint}</p>
      {open.length > 0
        ? (
          <>
            <p class="make-warning">{text.sealedCodes(open.map(({ dimension, name }) => dimension?.label ?? name))}</p>
            <div class="make-actions"><button type="button" onClick={() => {
              // A confirmed list is another specification, so the dataset with true counts is built again.
              store.edit((now) => open.reduce((next, { name }) => withDimension(next, name, { from_data: false }), now));
              void actions.build().then(() => { if (!store.isBuilt.value) store.go("build"); });
            }}>{text.confirm}</button></div>
          </>
        )
        : (
          <>
            <Select label={words.try.most} value={String(store.most.value)} options={[1, 2, 3, 4].map((each) => [String(each), words.try.variables(each)])} onValue={(value) => { store.most.value = Number(value); store.sealed.value = undefined; }} />
            {isAudited ? !audited.report.passes && <p class="make-warning">{text.auditFailed}</p> : <p class="hint">{text.notAudited}</p>}
            <div class="make-run">
              {!sealed && <button type="button" disabled={store.isBusy()} onClick={() => void actions.seal()}>{text.sealedBuild}</button>}
              <Progress kinds={["seal"]} />
            </div>
            {sealed && <><p class="make-good">{text.sealedReady(sizeInWords(sealed.bytes), sealed.most)}</p><SaveFiles files={sealed.files} name={sealed.id} primary /></>}
          </>
        )}
    </Card>
  );
}

function RecordsCard() {
  const { actions } = usePage();
  return <Card title={text.records} part="records"><p>{text.recordsHint}</p><div class="make-actions"><button type="button" onClick={() => actions.saveRecords()}>{text.saveRecords}</button></div></Card>;
}
