//! Writes an ONNX graph, operation after operation.

use prost::Message as _;

use super::proto::{
    AttributeProto, Dimension, DimensionProto, GraphProto, ModelProto, NodeProto,
    OperatorSetIdProto, TensorProto, TensorShapeProto, TensorTypeProto, TypeProto, ValueInfoProto,
};
use crate::net::model::Activation;

/// Version of ONNX's operators, which ONNX Runtime has had since 1.12.
const OPERATORS: i64 = 17;

/// Version of the file format that came with these operators.
const FORMAT: i64 = 8;

/// Name of the number of boards, which varies.
const BATCH: &str = "boards";

/// A value in a graph, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Value(String);

/// The precision of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    Single,
    Half,
}

impl Float {
    fn data_type(self) -> i32 {
        match self {
            Float::Single => TensorProto::FLOAT,
            Float::Half => TensorProto::FLOAT16,
        }
    }
}

/// A graph under construction.
#[derive(Default)]
pub struct GraphWriter {
    graph: GraphProto,
}

impl GraphWriter {
    /// Adds an input: this many boards of tensors of this shape.
    pub fn input(&mut self, name: &str, shape: &[usize]) -> Value {
        self.graph.input.push(boards_of(name, shape));
        Value(name.to_owned())
    }

    /// Makes a value an output, in single precision.
    pub fn output(&mut self, name: &str, value: &Value, shape: &[usize]) {
        self.push("Identity", &[value], Vec::new(), name.to_owned());
        self.graph.output.push(boards_of(name, shape));
    }

    /// Adds a constant in single precision.
    pub fn constant(&mut self, shape: &[usize], floats: &[f32]) -> Value {
        assert_eq!(shape.iter().product::<usize>(), floats.len());
        let mut bytes = Vec::with_capacity(4 * floats.len());
        for float in floats {
            bytes.extend_from_slice(&float.to_le_bytes());
        }
        self.initializer(shape, TensorProto::FLOAT, bytes)
    }

    /// Adds a constant of this precision. ONNX Runtime rounds it once, as it loads the graph.
    pub fn constant_of(&mut self, float: Float, shape: &[usize], floats: &[f32]) -> Value {
        let constant = self.constant(shape, floats);
        match float {
            Float::Single => constant,
            Float::Half => self.cast(&constant, float),
        }
    }

    /// Converts a value to a precision that it doesn't have.
    pub fn cast(&mut self, value: &Value, float: Float) -> Value {
        let to = int("to", float.data_type().into());
        self.node("Cast", &[value], vec![to])
    }

    /// Adds an operation with one output.
    pub fn node(&mut self, op: &str, inputs: &[&Value], attributes: Vec<AttributeProto>) -> Value {
        let name = format!("{}{}", op.to_lowercase(), self.graph.node.len());
        self.push(op, inputs, attributes, name.clone());
        Value(name)
    }

    /// Splits the last dimension into two halves.
    pub fn halves(&mut self, value: &Value) -> [Value; 2] {
        let name = format!("split{}", self.graph.node.len());
        let halves = ["a", "b"].map(|half| Value(format!("{name}{half}")));
        self.push("Split", &[value], vec![int("axis", -1)], name);
        if let Some(node) = self.graph.node.last_mut() {
            node.output = halves.iter().map(|half| half.0.clone()).collect();
        }
        halves
    }

    /// Changes the shape; -1 stands for the number of boards.
    pub fn reshape(&mut self, value: &Value, shape: &[i64]) -> Value {
        let bytes = shape.iter().flat_map(|x| x.to_le_bytes()).collect();
        let shape = self.initializer(&[shape.len()], TensorProto::INT64, bytes);
        self.node("Reshape", &[value, &shape], Vec::new())
    }

    /// Reorders the dimensions.
    pub fn transpose(&mut self, value: &Value, order: &[i64]) -> Value {
        self.node("Transpose", &[value], vec![ints("perm", order)])
    }

    /// Reduces dimensions to their mean or maximum.
    pub fn reduce(&mut self, op: &str, value: &Value, axes: &[i64], keeps: bool) -> Value {
        let attributes = vec![ints("axes", axes), int("keepdims", keeps.into())];
        self.node(op, &[value], attributes)
    }

    /// Applies an activation.
    pub fn activate(&mut self, activation: Activation, value: Value) -> Value {
        match activation {
            Activation::Identity => value,
            Activation::Relu => self.node("Relu", &[&value], Vec::new()),
            Activation::Mish => {
                let softplus = self.node("Softplus", &[&value], Vec::new());
                let gate = self.node("Tanh", &[&softplus], Vec::new());
                self.node("Mul", &[&value, &gate], Vec::new())
            }
            Activation::Silu => {
                let gate = self.node("Sigmoid", &[&value], Vec::new());
                self.node("Mul", &[&value, &gate], Vec::new())
            }
        }
    }

    /// Returns the finished graph as a model.
    pub fn finish(mut self, name: &str) -> ModelProto {
        name.clone_into(&mut self.graph.name);
        ModelProto {
            ir_version: FORMAT,
            producer_name: "tengen".to_owned(),
            opset_import: vec![OperatorSetIdProto {
                domain: String::new(),
                version: OPERATORS,
            }],
            graph: Some(self.graph),
        }
    }

    fn initializer(&mut self, shape: &[usize], data_type: i32, raw_data: Vec<u8>) -> Value {
        let name = format!("constant{}", self.graph.initializer.len());
        self.graph.initializer.push(TensorProto {
            dims: shape.iter().map(|&length| length as i64).collect(),
            data_type,
            name: name.clone(),
            raw_data,
        });
        Value(name)
    }

    fn push(&mut self, op: &str, inputs: &[&Value], attribute: Vec<AttributeProto>, name: String) {
        self.graph.node.push(NodeProto {
            input: inputs.iter().map(|input| input.0.clone()).collect(),
            output: vec![name.clone()],
            name,
            op_type: op.to_owned(),
            attribute,
        });
    }
}

impl ModelProto {
    /// Returns the model as the bytes of an ONNX file.
    pub fn bytes(&self) -> Vec<u8> {
        self.encode_to_vec()
    }
}

/// Returns an attribute with an integer.
pub fn int(name: &str, i: i64) -> AttributeProto {
    AttributeProto {
        name: name.to_owned(),
        i: Some(i),
        ints: Vec::new(),
        kind: AttributeProto::INT,
    }
}

/// Returns an attribute with a list of integers.
pub fn ints(name: &str, ints: &[i64]) -> AttributeProto {
    AttributeProto {
        name: name.to_owned(),
        i: None,
        ints: ints.to_vec(),
        kind: AttributeProto::INTS,
    }
}

fn boards_of(name: &str, shape: &[usize]) -> ValueInfoProto {
    let dimension = |value| DimensionProto { value: Some(value) };
    let lengths = shape.iter().map(|&length| Dimension::Length(length as i64));
    let dimensions = [Dimension::Name(BATCH.to_owned())]
        .into_iter()
        .chain(lengths);
    ValueInfoProto {
        name: name.to_owned(),
        r#type: Some(TypeProto {
            tensor_type: Some(TensorTypeProto {
                elem_type: TensorProto::FLOAT,
                shape: Some(TensorShapeProto {
                    dim: dimensions.map(dimension).collect(),
                }),
            }),
        }),
    }
}
