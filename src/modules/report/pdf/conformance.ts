type Doc = PDFKit.PDFDocument;

/** Members of pdfkit that its types do not declare. */
interface Internals {
  info: Record<string, unknown>;
  _addInfo: () => void;
  endSubset: () => void;
  appendXML: (xml: string) => void;
}

/** PDF/UA-1, and the description that PDF/A requires of a schema that it does not define (ISO 19005-3, 6.6.2.3). */
const universalAccess = `
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        <rdf:Description rdf:about=""
            xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
            xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
                    <pdfaProperty:name>part</pdfaProperty:name>
                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                    <pdfaProperty:category>internal</pdfaProperty:category>
                    <pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
                </rdf:li></rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>
        `;

/** Declares PDF/UA-1 in addition to PDF/A, which pdfkit declares. */
export function declareUniversalAccess(doc: Doc): void {
  const internals = doc as unknown as Internals;
  const { endSubset } = internals;
  internals.endSubset = () => {
    endSubset.call(doc);
    internals.appendXML(universalAccess);
  };
}

/** Escapes the members of `info`, which pdfkit writes unescaped into the XML metadata. */
export function escapeMetadata(doc: Doc): void {
  const internals = doc as unknown as Internals;
  const addInfo = internals._addInfo;
  internals._addInfo = () => {
    const { info } = internals;
    const escaped = (value: unknown) =>
      typeof value === 'string'
        ? value.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
        : value;
    internals.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [name, escaped(value)]),
    );
    addInfo.call(doc);
    internals.info = info;
  };
}
