use super::*;
use crate::net::model::Activation;
use crate::testing::net_sample;

fn read(bytes: &[u8]) -> Result<Model, BadNetwork> {
    Model::read(bytes, bytes.len() as u64)
}

/// The error message for a file that is refused.
#[track_caller]
fn complaint(bytes: &[u8]) -> String {
    read(bytes).expect_err("the file was taken").to_string()
}

/// A network's text with the first occurrence of `from` replaced by `to`.
fn altered(version: u32, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(net_sample::file(&net_sample::model(version, 1), false)).unwrap();
    assert!(text.contains(from), "no {from:?}");
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn every_version_comes_back_from_every_kind_of_file() {
    for version in VERSIONS {
        let model = net_sample::model(version, u64::from(version));
        for binary in [false, true] {
            let bytes = net_sample::file(&model, binary);
            for bytes in [net_sample::packed(&bytes), bytes] {
                let back = read(&bytes).unwrap();
                assert_eq!(format!("{back:?}"), format!("{model:?}"));
            }
        }
    }
}

#[test]
fn networks_that_imitate_people_come_back_too() {
    for version in 15..=17 {
        let model = net_sample::human_model(version, 7);
        for binary in [false, true] {
            let back = read(&net_sample::file(&model, binary)).unwrap();
            assert_eq!(format!("{back:?}"), format!("{model:?}"));
        }
    }
}

#[test]
fn metadata_encoders_that_contradict_themselves_are_refused() {
    let text = net_sample::file(&net_sample::human_model(15, 1), false);
    let text = String::from_utf8(text).unwrap();
    for (from, to, why) in [
        (
            "\n1\n1\n0\n0\n",
            "\n2\n1\n0\n0\n",
            "metadata inputs of version 2",
        ),
        ("\n1\n1\n0\n0\n", "\n-1\n1\n0\n0\n", "a number"),
        ("metadata\n192", "metadata\n191", "expected 192"),
        ("matrix\n192 15", "matrix\n191 15", "expected 192"),
        ("matrix\n192 15", "matrix\n192 99999", "99999 channels"),
        ("bias\n15", "bias\n14", "expected 15"),
        ("matrix\n15 21", "matrix\n14 21", "expected 15"),
        ("matrix\n21 20", "matrix\n20 20", "expected 21"),
        ("matrix\n21 20", "matrix\n21 19", "expected 20"),
    ] {
        assert!(text.contains(from), "no {from:?}");
        let complaint = complaint(text.replacen(from, to, 1).as_bytes());
        assert!(complaint.contains(why), "{from:?} as {to:?}: {complaint}");
    }
}

#[test]
fn a_batch_normalization_is_one_factor_and_one_summand() {
    // One channel: mean 3, variance 7.5 and epsilon 1.5, scale 6, bias 1.
    let text = b"norm 1 1.5 1 1 3 7.5 6 1 activation ACTIVATION_MISH";
    let mut parser = Parser {
        source: NetworkReader::new(&text[..], 1000).unwrap(),
        version: 11,
        blocks_left: 1,
    };
    let norm = parser.norm_and_activation().unwrap();
    assert_eq!((norm.scale[0], norm.bias[0]), (2.0, -5.0));
    assert_eq!(norm.activation, Activation::Mish);
}

#[test]
fn other_kinds_of_files_are_recognized() {
    let cases: [(&[u8], &str); 7] = [
        (b"", "an empty file"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"1\n0.5 0.25 -1.5\n", "Leela Zero"),
        (b"{\"json\": true}", "JSON"),
        (b"\x00\x01\x02\x03", "no network file"),
        (b"name 2 22 19 trunk", "format version 2"),
        (b"name 18 22 19 trunk", "format version 18"),
    ];
    for (bytes, kind) in cases {
        for bytes in [bytes.to_vec(), net_sample::packed(bytes)] {
            let complaint = complaint(&bytes);
            assert!(complaint.contains(kind), "{kind}: {complaint}");
            assert!(complaint.contains("3 to 17"), "{kind}: {complaint}");
        }
    }
}

#[test]
fn networks_of_newer_kinds_are_refused_by_name() {
    let dilated = altered(11, "3 3 20 33 1 1", "3 3 20 33 2 2");
    assert!(complaint(&dilated).contains("dilated"));
    let grouped = altered(16, "norm\n20 0.02 1 0", "norm\n20 0.02 1 4");
    assert!(complaint(&grouped).contains("groups of channels"));
    let unknown = altered(11, "gpool_block", "spool_block");
    assert!(complaint(&unknown).contains("spool_block"));
    let activation = altered(11, "ACTIVATION_", "ACTIVATION_X");
    assert!(complaint(&activation).contains("ACTIVATION_X"));
}

#[test]
fn sizes_that_do_not_fit_each_other_are_refused() {
    for (from, to) in [
        ("8\n22\n19", "8\n23\n19"),
        ("8\n22\n19", "8\n22\n18"),
        ("3 3 22 20 1 1", "3 3 22 21 1 1"),
        ("3 3 20 33 1 1", "3 3 20 32 1 1"),
        ("3 3 20 33 1 1", "4 4 20 33 1 1"),
        ("3 3 20 33 1 1", "11 11 20 33 1 1"),
        ("3 3 20 33 1 1", "3 3 0 33 1 1"),
        ("3 3 20 33 1 1", "3 3 99999999999999999999 33 1 1"),
        ("3 3 20 33 1 1", "3 3 -20 33 1 1"),
        ("trunk\n4\n", "trunk\n0\n"),
        ("trunk\n4\n", "trunk\n3\n"),
        ("trunk\n4\n", "trunk\n5\n"),
        ("trunk\n4\n", "trunk\n1000000000\n"),
        ("nested\n3\n", "nested\n2\n"),
    ] {
        let bytes = altered(8, from, to);
        assert!(!complaint(&bytes).is_empty(), "{from:?} as {to:?}");
    }
}

#[test]
fn transformers_that_contradict_themselves_are_refused() {
    for (from, to, why) in [
        ("3 3 10 5 1 0", "3 2 10 5 1 0", "groups of equal size"),
        ("3 3 10 5 1 0", "6 3 5 5 1 0", "pairs of numbers"),
        ("3 3 10 5 1 0", "3 3 8 5 1 0", "30 channels, expected 24"),
        ("3 3 10 5 1 0", "3 3 10 6 1 0", "expected 18"),
        ("3 3 10 5 1 0", "4096 1 4096 4096 1 0", "at most 160"),
        ("3 3 10 5 1 0", "0 0 10 5 1 0", "0 channels"),
        ("3 3 10 5 1 0", "3 3 10 5 2 0", "0 or 1"),
        ("rotary 100", "rotary 0", "a positive number"),
        ("rotary 100", "rotary nan", "a positive number"),
        ("rotary 2 3 2", "rotary 4 3 2", "expected 2"),
        ("rotary 2 3 2", "rotary 2 2 2", "expected 3"),
        ("20 33 0", "20 32 0", "expected 32"),
        ("20 33 0", "21 33 0", "expected 21"),
        ("20 0.01", "20 0", "epsilon"),
        ("20 0.01", "20 1e30", "epsilon"),
        ("20 0.02 0 0", "20 0.02 7 0", "0 or 1"),
        ("policyhead\n2\n", "policyhead\n3\n", "2 or 4"),
        ("policyhead\n2\n0\n", "policyhead\n2\n1\n", "newer option"),
        ("valuehead\n0\n", "valuehead\n1\n", "newer option"),
    ] {
        let complaint = complaint(&altered(17, from, to));
        assert!(complaint.contains(why), "{from:?} as {to:?}: {complaint}");
    }
}

#[test]
fn weights_that_are_no_numbers_are_refused() {
    let model = net_sample::model(9, 3);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut model = model.clone();
        model.global.weights[7] = bad;
        for binary in [false, true] {
            assert!(complaint(&net_sample::file(&model, binary)).contains("finite"));
        }
    }
    let root = altered(8, "20 0.5 1 1", "20 -3 1 1");
    assert!(complaint(&root).contains("variance"));
}

#[test]
fn subnormal_weights_are_zero() {
    let mut model = net_sample::model(9, 3);
    let least = f32::MIN_POSITIVE;
    (model.global.weights[6], model.global.weights[7]) = (-least, -least / 2.0);
    for binary in [false, true] {
        let back = read(&net_sample::file(&model, binary)).unwrap();
        assert_eq!(back.global.weights[6..8], [-least, 0.0]);
    }
}

#[test]
fn a_file_may_break_off_anywhere() {
    let bytes = net_sample::file(&net_sample::model(17, 4), true);
    let packed = net_sample::packed(&bytes);
    for bytes in [bytes, packed] {
        let step = bytes.len() / 300;
        for end in (1..bytes.len() - 8).step_by(step) {
            complaint(&bytes[..end]);
        }
    }
}

#[test]
fn damage_is_noticed_and_never_a_panic() {
    let packed = net_sample::packed(&net_sample::file(&net_sample::model(10, 5), true));
    for at in (0..packed.len()).step_by(packed.len() / 300) {
        let mut damaged = packed.clone();
        damaged[at] ^= 0x10;
        // Not all fields of the gzip header, such as the time, are checked.
        assert!(read(&damaged).is_err() || at < 10, "byte {at}");
    }
    let mut longer = net_sample::file(&net_sample::model(10, 5), true);
    longer.extend_from_slice(b"more");
    assert!(complaint(&longer).contains("after the last layer"));
}

#[test]
fn a_file_that_swells_is_refused() {
    let header = b"name 8 22 19 trunk 1 1 1 1 1 1 conv 9 9 22 4096 1 1 ";
    let of_zeros = net_sample::packed(&[&header[..], b"@BIN@", &[0; 20_000_000]].concat());
    assert!(of_zeros.len() < 100_000);
    assert!(complaint(&of_zeros).contains("7299072 weights, expected at most"));
    let header = b"name 8 22 19 trunk 1 1 1 1 1 1 conv 1 1 22 256 1 1 ";
    let number = [&b"0."[..], &[b'0'; 200], b" "].concat();
    let of_digits = net_sample::packed(&[&header[..], &number.repeat(5632)].concat());
    assert!(complaint(&of_digits).contains("unpacks to more"));
    let of_blanks = net_sample::packed(&[&header[..], &[b' '; 1_000_000]].concat());
    assert!(complaint(&of_blanks).contains("blanks in a row"));
}

#[test]
fn a_size_that_lies_takes_no_memory() {
    // The header announces more than a billion weights, but none follow.
    let bytes = b"name 8 22 19 trunk 1 1 1 1 1 1 conv 9 9 4096 4096 1 1 @BIN@\0\0\0\0";
    assert!(complaint(bytes).contains("1358954496 weights, expected at most"));
}

#[test]
fn nesting_without_end_is_refused() {
    let mut text = "name 11 22 19 trunk 1 1 1 1 1 1 conv 1 1 22 1 1 1".to_owned();
    text.push_str(&" 0".repeat(22));
    text.push_str(" matrix 19 1");
    text.push_str(&" 0".repeat(19));
    let nest =
        " nested_bottleneck_block n 1 norm 1 0.5 0 0 0 0.5 a ACTIVATION_RELU conv 1 1 1 1 1 1 0";
    text.push_str(&nest.repeat(1000));
    assert!(complaint(text.as_bytes()).contains("levels"));
}
