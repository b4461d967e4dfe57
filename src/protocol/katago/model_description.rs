//! A network as KataGo describes it.

use serde_json::{Value, json};
use tengen_go::net::Network;

/// Returns a network as KataGo describes it.
pub fn describe_model(network: &Network) -> Value {
    let model = network.model();
    json!({
        "name": network.file(),
        "internalName": model.name,
        "maxBatchSize": 1,
        "usesHumanSLProfile": network.uses_profile(),
        "version": model.version,
        "usingFP16": "false",
    })
}
