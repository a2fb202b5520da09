import { execFileSync } from 'node:child_process';

/** Prints a property list as JSON. */
const PLIST = 'import json, plistlib, sys; json.dump(plistlib.loads(sys.stdin.buffer.read()), sys.stdout)';

/** Prints each element of an XML document as JSON, in order: name, attributes, text and elements. */
const XML = `
import json, sys, xml.etree.ElementTree as tree
def read(element):
    return {'name': element.tag, 'attributes': element.attrib, 'text': (element.text or '').strip(),
            'elements': [read(each) for each in element]}
json.dump(read(tree.fromstring(sys.stdin.buffer.read())), sys.stdout)
`;

/** An element of an XML document. */
export interface XmlElement {
  /** with its namespace, as `{http://…}Task` */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly elements: readonly XmlElement[];
}

/** Parses a property list by the library of Python. */
export function parsePropertyList(text: string): Record<string, unknown> {
  return runPython(PLIST, text) as Record<string, unknown>;
}

/** Parses an XML document by the library of Python. */
export function parseXml(text: string): XmlElement {
  return runPython(XML, text) as XmlElement;
}

function runPython(program: string, input: string): unknown {
  // As it is written to its file.
  const bytes = Buffer.from(input, input.startsWith('\ufeff') ? 'utf16le' : 'utf8');
  return JSON.parse(execFileSync('python3', ['-c', program], { input: bytes, encoding: 'utf8' }));
}
