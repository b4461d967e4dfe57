//! KataGo keys without effect in Tengen: its kernels and caches, its files, and parts of its search and play.

/// Prefixes of such keys, which end with the number of a device, thread or model.
const PREFIXES: &str = "
    autoAvoidRepeat avoidSgf cuda deviceToUseModel deviceToUseThread dummybackend eigen gpuToUse humanSL inputsUseNHWC
    maxBoardSizeForNNBuffer maxBoardXSizeForNNBuffer maxBoardYSizeForNNBuffer metal mutexPoolSize nnRandSeed opencl
    requireMaxBoardSize switchNets trt useFP16-";

/// Exact names of such keys.
const NAMES: &str = "
    alwaysComputePassAliveUnderSuicideRules avoidMYTDaggerHack avoidRepeatedPatternUtility cleanupBeforePass
    debugSkipNeuralNet delayMoveMax delayMoveScale drawEquivalentWinsForWhite
    dynamicPlayoutDoublingAdvantageCapPerOppLead enableMorePassingHacks enablePassingHacks endgameTurnTimeDecay
    evalCacheMinVisits fillDameBeforePass forDeterministicTesting fpuLossProp fpuParentWeight
    fpuParentWeightByVisitedPolicy friendlyPass futileVisitsThreshold genmoveAntiMirror graphSearchCatchUpLeakProb
    graphSearchCatchUpProp graphSearchRepBound gtpForceMaxNNSize homeDataDir ignoreAllHistory logAllGTPCommunication
    logConfigContents logSearchInfo logSearchInfoForChosenMove logTimeStamp logToStdout midgameTimeFactor
    midgameTurnPeakTime minPlayoutsPerThread nnForcedSymmetry nnMutexPoolSizePowerOfTwo nnPolicyTemperature nnRandomize
    noResultUtilityForWhite nodeTableShardsPowerOfTwo noisePruningCap numBots numEigenThreadsPerModel
    numNNServerThreadsPerModel obviousMovesPolicyEntropyTolerance obviousMovesPolicySurpriseTolerance
    obviousMovesTimeFactor ogsChatToStderr overallocateTimeFactor preventCleanupPhase rootDesiredPerChildVisitsCoeff
    rootDirichletNoiseTotalConcentration rootDirichletNoiseWeight rootFpuLossProp rootNoiseEnabled rootPruneUselessMoves
    searchFactorAfterOnePass searchFactorAfterTwoPass searchFactorWhenWinning searchFactorWhenWinningThreshold
    treeReuseCarryOverTimeFactor uncertaintyExponent useEvalCache useGraphSearch useNonBuggyLcb";

/// Whether KataGo has a key with this name, if neither the key table nor the search supports it.
pub fn is_foreign(key: &str) -> bool {
    let is_prefixed = |prefix: &str| key.starts_with(prefix);
    NAMES.split_whitespace().any(|name| name == key) || PREFIXES.split_whitespace().any(is_prefixed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::katago::KataGoConfig;
    use crate::katago::config::KeyMeaning;

    #[test]
    fn keys_of_devices_and_kernels_are_foreign_and_typing_errors_are_not() {
        for key in ["cudaUseFP16", "trtDeviceToUseThread0", "useFP16-1"] {
            assert!(is_foreign(key), "{key}");
        }
        for key in ["maxVisit", "nnMaxBatch", "CudaUseFP16", ""] {
            assert!(!is_foreign(key), "{key}");
        }
        let (names, prefixes) = (NAMES.split_whitespace(), PREFIXES.split_whitespace());
        assert!(names.clone().is_sorted() && prefixes.is_sorted());
        for key in names {
            let meaning = KataGoConfig::default().set(key, "x");
            assert_eq!(meaning, Ok(KeyMeaning::Foreign), "{key}");
        }
    }
}
