/**
 * A small ONNX graph of our own, written by hand as Protocol Buffers (field numbers from onnx.proto, IR version 8):
 * `y = x · w · w · … · w`, `rounds` times, as a Loop around one MatMul. How long an inference takes is chosen by
 * `rounds` and the size of the matrices.
 *
 *     inputs   rounds int64, x float[size, size], w float[size, size]
 *     output   y float[size, size]
 */
export function chainModel(): Uint8Array<ArrayBuffer> {
  const body = graph({
    nodes: [node('Identity', ['going'], ['goOn']), node('MatMul', ['a', 'w'], ['b'])],
    inputs: [value('round', INT64, 0), value('going', BOOL, 0), value('a', FLOAT, 2)],
    outputs: [value('goOn', BOOL, 0), value('b', FLOAT, 2)],
  })
  const loop = node(
    'Loop',
    ['rounds', '', 'x'],
    ['y'],
    [message(5, [text(1, 'body'), message(6, body), number(20, GRAPH)])],
  )
  const main = graph({
    nodes: [loop],
    inputs: [value('rounds', INT64, 0), value('x', FLOAT, 2), value('w', FLOAT, 2)],
    outputs: [value('y', FLOAT, 2)],
  })
  const opset = message(8, [text(1, ''), number(2, 13)])
  return Uint8Array.from([...number(1, 8), ...text(2, 'talaria'), ...message(7, main), ...opset])
}

// TensorProto.DataType and AttributeProto.AttributeType
const FLOAT = 1
const INT64 = 7
const BOOL = 9
const GRAPH = 5

type Bytes = number[]

/** GraphProto: node 1, name 2, input 11, output 12. */
function graph(parts: { nodes: Bytes[]; inputs: Bytes[]; outputs: Bytes[] }): Bytes[] {
  return [
    ...parts.nodes.map((bytes) => message(1, [bytes])),
    text(2, 'chain'),
    ...parts.inputs.map((bytes) => message(11, [bytes])),
    ...parts.outputs.map((bytes) => message(12, [bytes])),
  ]
}

/** NodeProto: input 1, output 2, op_type 4, attribute 5. */
function node(operator: string, inputs: string[], outputs: string[], attributes: Bytes[] = []): Bytes {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, operator),
    ...attributes.flat(),
  ]
}

/** ValueInfoProto of a tensor: name 1, type 2 { tensor_type 1 { elem_type 1, shape 2 { dim 1 { dim_param 2 } } } }. */
function value(name: string, type: number, dimensions: 0 | 2): Bytes {
  const shape = Array.from({ length: dimensions }, () => message(1, [text(2, 'size')]))
  return [...text(1, name), ...message(2, [message(1, [number(1, type), message(2, shape)])])]
}

function varint(n: number): Bytes {
  return n < 128 ? [n] : [(n & 127) | 128, ...varint(n >>> 7)]
}

function number(field: number, n: number): Bytes {
  return [...varint(field << 3), ...varint(n)]
}

function message(field: number, parts: Bytes[]): Bytes {
  const bytes = parts.flat()
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes]
}

function text(field: number, characters: string): Bytes {
  return message(field, [[...Buffer.from(characters)]])
}
