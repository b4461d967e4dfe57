//! The blocks of transformers in a graph, on rows of channels.

use super::graph::{Value, int};
use super::network_graph::NetworkWriter;
use crate::net::model::{Activation, Attention, Dense, FeedForward, RmsNorm};

/// Normalizes rows. The statistics have single precision, since squares overflow half precision.
pub fn rms_norm(writer: &mut NetworkWriter, rows: &Value, norm: &RmsNorm) -> Value {
    let axes: &[i64] = if norm.spatial { &[1, 2] } else { &[2] };
    let single = writer.single_precision(rows.clone());
    let graph = &mut writer.graph;
    let two = graph.constant(&[], &[2.0]);
    let squares = graph.node("Pow", &[&single, &two], Vec::new());
    let mean = graph.reduce("ReduceMean", &squares, axes, true);
    let epsilon = graph.constant(&[], &[norm.epsilon]);
    let mean = graph.node("Add", &[&mean, &epsilon], Vec::new());
    let root = graph.node("Sqrt", &[&mean], Vec::new());
    let normal = graph.node("Div", &[&single, &root], Vec::new());
    let normal = writer.trunk_precision(normal);
    let shape = [norm.channels()];
    let scale = writer.graph.constant_of(writer.float, &shape, &norm.scale);
    let scaled = writer.graph.node("Mul", &[&normal, &scale], Vec::new());
    let biased = if norm.bias.iter().all(|&bias| bias == 0.0) {
        scaled
    } else {
        let bias = writer.graph.constant_of(writer.float, &shape, &norm.bias);
        writer.add(&scaled, &bias)
    };
    writer.graph.activate(norm.activation, biased)
}

/// Returns the sums that an attention block adds to the trunk.
pub fn attention(writer: &mut NetworkWriter, trunk: &Value, block: &Attention) -> Value {
    let ready = rms_norm(writer, trunk, &block.norm);
    let points = writer.points() as i64;
    let (heads, groups) = (block.heads, block.groups);
    let scale = 1.0 / (block.key_width as f32).sqrt();
    let queries = split_pairs(&block.queries, block, heads, scale);
    let keys = split_pairs(&block.keys, block, groups, 1.0);
    let queries = projection(writer, &ready, &queries, heads);
    let queries = rotate(writer, queries, block, heads);
    let keys = projection(writer, &ready, &keys, groups);
    let keys = rotate(writer, keys, block, groups);
    let values = projection(writer, &ready, &block.values, groups);
    // The heads of a group follow each other, and attend as if they were one with more queries.
    let shared = (heads / groups) as i64 * points;
    let graph = &mut writer.graph;
    let mut queries = queries;
    if groups < heads {
        queries = graph.reshape(
            &queries,
            &[-1, groups as i64, shared, block.key_width as i64],
        );
    }
    let keys = graph.transpose(&keys, &[0, 1, 3, 2]);
    let scores = graph.node("MatMul", &[&queries, &keys], Vec::new());
    let shares = graph.node("Softmax", &[&scores], vec![int("axis", -1)]);
    let mut attended = graph.node("MatMul", &[&shares, &values], Vec::new());
    let width = block.value_width as i64;
    if groups < heads {
        attended = graph.reshape(&attended, &[-1, heads as i64, points, width]);
    }
    let attended = graph.transpose(&attended, &[0, 2, 1, 3]);
    let attended = graph.reshape(&attended, &[-1, points, heads as i64 * width]);
    dense(writer, &attended, &block.output)
}

/// Returns the sums that a feed-forward block adds to the trunk.
pub fn feed_forward(writer: &mut NetworkWriter, trunk: &Value, block: &FeedForward) -> Value {
    let ready = rms_norm(writer, trunk, &block.norm);
    let first = dense(writer, &ready, &block.first);
    let hidden = match &block.gate {
        None => writer.graph.activate(writer.plain, first),
        Some(gate) => {
            let factors = dense(writer, &ready, gate);
            let active = writer.graph.activate(Activation::Silu, first);
            writer.graph.node("Mul", &[&active, &factors], Vec::new())
        }
    };
    dense(writer, &hidden, &block.last)
}

fn dense(writer: &mut NetworkWriter, rows: &Value, dense: &Dense) -> Value {
    let shape = [dense.inputs, dense.outputs];
    let weights = writer
        .graph
        .constant_of(writer.float, &shape, &dense.weights);
    writer.graph.node("MatMul", &[rows, &weights], Vec::new())
}

/// Projects rows for a number of heads: boards, heads, points and numbers.
fn projection(writer: &mut NetworkWriter, rows: &Value, matrix: &Dense, heads: usize) -> Value {
    let product = dense(writer, rows, matrix);
    let width = (matrix.outputs / heads) as i64;
    let shape = [-1, writer.points() as i64, heads as i64, width];
    let product = writer.graph.reshape(&product, &shape);
    writer.graph.transpose(&product, &[0, 2, 1, 3])
}

/// Returns a matrix times a factor. With a rotary embedding the first numbers of all pairs of a head precede the second
/// ones.
fn split_pairs(matrix: &Dense, block: &Attention, heads: usize, factor: f32) -> Dense {
    let (width, pairs) = (block.key_width, block.key_width / 2);
    let source = |column: usize| {
        let (head, i) = (column / width, column % width);
        match block.rotary.is_some() {
            true => head * width + i % pairs * 2 + i / pairs,
            false => column,
        }
    };
    debug_assert_eq!(matrix.outputs, heads * width);
    let rows = matrix.weights.chunks_exact(matrix.outputs);
    let weights = rows.flat_map(|row| (0..row.len()).map(|column| row[source(column)] * factor));
    Dense {
        weights: weights.collect(),
        ..*matrix
    }
}

/// Rotates the pairs of numbers of all heads by the angles of each point.
fn rotate(writer: &mut NetworkWriter, numbers: Value, block: &Attention, heads: usize) -> Value {
    if block.rotary.is_none() {
        return numbers;
    }
    let (width, pairs) = (writer.size.0, block.key_width / 2);
    let mut angles = Vec::with_capacity(heads * writer.points() * pairs);
    for head in 0..heads {
        let group = head * block.groups / heads;
        for point in 0..writer.points() {
            let (column, row) = ((point % width) as f64, (point / width) as f64);
            let frequencies = (0..pairs).filter_map(|pair| block.frequencies(group, pair));
            angles.extend(frequencies.map(|[by_column, by_row]| {
                column * f64::from(by_column) + row * f64::from(by_row)
            }));
        }
    }
    let shape = [1, heads, writer.points(), pairs];
    let mut table = |turn: fn(f64) -> f64| {
        let turns: Vec<f32> = angles.iter().map(|&angle| turn(angle) as f32).collect();
        writer.graph.constant_of(writer.float, &shape, &turns)
    };
    let (sines, cosines) = (table(f64::sin), table(f64::cos));
    let graph = &mut writer.graph;
    let [x, y] = graph.halves(&numbers);
    let mut product = |a: &Value, b: &Value| graph.node("Mul", &[a, b], Vec::new());
    let (x_cos, y_sin) = (product(&x, &cosines), product(&y, &sines));
    let (x_sin, y_cos) = (product(&x, &sines), product(&y, &cosines));
    let turned_x = graph.node("Sub", &[&x_cos, &y_sin], Vec::new());
    let turned_y = graph.node("Add", &[&x_sin, &y_cos], Vec::new());
    graph.node("Concat", &[&turned_x, &turned_y], vec![int("axis", -1)])
}
