// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Map;

/**
 * The configuration of sessions: its keys, and its defaults. ONNX Runtime ignores keys that it does not know, and it cannot list the keys
 * that it knows. These keys are those in the native libraries of ONNX Runtime 1.28.0 and in its header
 * {@code onnxruntime_session_options_config_keys.h} that apply to the providers of {@link ExecutionProvider}.
 */
final class SessionConfig {

    private static final List<String> KEYS = List.of(
            "ep.context_embed_mode",
            "ep.context_enable",
            "ep.context_file_path",
            "ep.context_model_external_initializers_file_name",
            "ep.context_node_name_prefix",
            "ep.share_ep_contexts",
            "ep.stop_share_ep_contexts",
            "mlas.disable_kleidiai",
            "mlas.enable_gemm_fastmath_arm64_bfloat16",
            "mlas.kleidiai.conv_igemm_max_work",
            "mlas.use_lut_gemm",
            "optimization.constant_folding_max_output_size_in_bytes",
            "optimization.disable_specified_optimizers",
            "optimization.enable_cast_chain_elimination",
            "optimization.enable_gelu_approximation",
            "optimization.minimal_build_optimizations",
            "session.allow_released_opsets_only",
            "session.collect_node_memory_stats_to_file",
            "session.compile_only",
            "session.debug_layout_transformation",
            "session.disable_aot_function_inlining",
            "session.disable_cpu_ep_fallback",
            "session.disable_double_qdq_remover",
            "session.disable_model_compile",
            "session.disable_prepacking",
            "session.disable_qdq_constant_folding",
            "session.disable_quant_qdq",
            "session.dynamic_block_base",
            "session.enable_cpu_mem_arena",
            "session.enable_dq_matmulnbits_fusion",
            "session.enable_mem_pattern",
            "session.enable_profiling",
            "session.enable_quant_qdq_cleanup",
            "session.fail_on_suboptimal_compiled_model",
            "session.force_spinning_stop",
            "session.graph_optimization_level",
            "session.graph_optimizations_loop_level",
            "session.inter_op.allow_spinning",
            "session.inter_op.spin_backoff_max",
            "session.inter_op.spin_duration_us",
            "session.intra_op.allow_spinning",
            "session.intra_op.spin_backoff_max",
            "session.intra_op.spin_duration_us",
            "session.intra_op_thread_affinities",
            "session.layer_assignment_settings",
            "session.load_model_format",
            "session.log_id",
            "session.log_severity_level",
            "session.log_verbosity_level",
            "session.model_external_initializers_file_folder_path",
            "session.name_based_layer_assignment",
            "session.node_partition_config_file",
            "session.optimized_model_external_initializers_file_name",
            "session.optimized_model_external_initializers_min_size_in_bytes",
            "session.optimized_model_filepath",
            "session.qdq_matmulnbits_accuracy_level",
            "session.qdq_matmulnbits_block_size",
            "session.qdqisint8allowed",
            "session.record_ep_graph_assignment_info",
            "session.resource_cuda_partitioning_settings",
            "session.save_external_prepacked_constant_initializers",
            "session.save_model_format",
            "session.set_denormal_as_zero",
            "session.strict_shape_type_inference",
            "session.use_deterministic_compute",
            "session.use_device_allocator_for_initializers",
            "session.use_env_allocators",
            "session.use_memory_mapped_ort_model",
            "session.use_ort_model_bytes_directly",
            "session.use_ort_model_bytes_for_initializers",
            "session.use_per_session_threads",
            "session.x64quantprecision");

    /** Keys that set the same as an option of the engine, and the names of these options. */
    private static final Map<String, String> OPTIONS = Map.of(
            "session.intra_op_num_threads", "threads",
            "session.inter_op_num_threads", "inter-threads",
            "session.execution_mode", "inter-threads");

    /** Entries of each session. A thread that spins would take a processor from the load generator and from other sessions. */
    static final Map<String, String> DEFAULTS =
            Map.of("session.intra_op.allow_spinning", "0", "session.inter_op.allow_spinning", "0");

    private SessionConfig() {}

    /**
     * Returns a key if ONNX Runtime knows it.
     *
     * @throws IllegalArgumentException if ONNX Runtime would ignore the key; the message names the most similar key, and all keys. Also if
     *     an option of the engine sets the same; the message names the option
     */
    static String requireKnown(String key) {
        String option = OPTIONS.get(key);
        if (option != null) {
            throw new IllegalArgumentException("the option " + option + " sets '" + key + "': use this option");
        }
        if (!KEYS.contains(key)) {
            throw new IllegalArgumentException("ONNX Runtime has no entry '" + key
                    + "' in the configuration of a session" + Suggestions.hintAndNames(key, KEYS));
        }
        return key;
    }
}
