// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.ComposerException;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/** A parser that builds the tree of one document and resolves anchors and merge keys. An instance parses one text. */
final class YamlTree {

    private static final int MAX_VALUES = 100_000;

    private final String source;
    private final Consumer<YamlException> repeated;
    private final Set<Node> open = new HashSet<>();
    private int values;

    /**
     * Creates a parser.
     *
     * @param repeated receives an exception for each repeated key; if the consumer returns normally, the last value of the key is used
     */
    YamlTree(String source, Consumer<YamlException> repeated) {
        this.source = source;
        this.repeated = repeated;
    }

    YamlMap parse(String text) {
        Node top = compose(text);
        if (top == null) {
            throw new YamlException(new SourceLocation(source, 0), "is empty");
        }
        return value("", top).map();
    }

    /** Parses a string to the value at {@code path}. */
    YamlValue parseValue(String path, String text) {
        return value(path, compose(text));
    }

    private Node compose(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(MAX_VALUES); // value() limits the number of values behind aliases
        try {
            return new org.yaml.snakeyaml.Yaml(options).compose(new StringReader(text));
        } catch (ComposerException e) {
            throw error(e, e.getProblem().startsWith("but found") ? "a second document starts" : e.getProblem());
        } catch (MarkedYAMLException e) {
            throw error(e, message(e));
        } catch (ReaderException e) {
            String message = String.format("the character U+%04X is not allowed in YAML", e.getCodePoint());
            throw new YamlException(source + ": " + message, e);
        } catch (YAMLException e) {
            throw new YamlException(source + ": " + e.getMessage(), e);
        } catch (RuntimeException e) { // SnakeYAML throws other exceptions for incomplete escapes
            throw new YamlException(source + ": is not YAML: " + e.getMessage(), e);
        }
    }

    private YamlException error(MarkedYAMLException e, String message) {
        SourceLocation location = new SourceLocation(source, e.getProblemMark().getLine() + 1);
        return new YamlException(location + ": " + message, e);
    }

    private static String message(MarkedYAMLException e) {
        if (String.valueOf(e.getProblem()).contains("TAB")) {
            return "there is a tab in the indentation: use spaces";
        }
        return "is not YAML: " + (e.getContext() == null ? "" : e.getContext() + ", ") + e.getProblem();
    }

    private YamlValue value(String path, Node node) {
        SourceLocation location = location(node);
        if (++values > MAX_VALUES) {
            throw new YamlException(
                    location, "has more than " + MAX_VALUES + " values, including those that aliases repeat");
        }
        if (!open.add(node)) {
            throw new YamlException(location, named(path) + " contains itself");
        }
        try {
            if (node instanceof ScalarNode scalar) {
                return new YamlValue(location, path, scalar(path, scalar));
            }
            if (node instanceof SequenceNode sequence && node.getTag().equals(Tag.SEQ)) {
                return new YamlValue(location, path, list(path, sequence));
            }
            if (node instanceof MappingNode mapping && node.getTag().equals(Tag.MAP)) {
                return new YamlValue(location, path, new YamlMap(location, path, entries(path, mapping)));
            }
            throw unsupportedTag(path, node);
        } finally {
            open.remove(node);
        }
    }

    private Scalar scalar(String path, ScalarNode node) {
        return Scalar.of(node.getTag(), node.getValue()).orElseThrow(() -> unsupportedTag(path, node));
    }

    private YamlException unsupportedTag(String path, Node node) {
        return new YamlException(
                location(node),
                named(path) + " has the tag " + node.getTag().getValue() + ", which is not supported: remove the tag");
    }

    private List<YamlValue> list(String path, SequenceNode node) {
        List<YamlValue> list = new ArrayList<>();
        for (Node each : node.getValue()) {
            list.add(value(path + "." + list.size(), each));
        }
        return list;
    }

    private Map<String, YamlValue> entries(String path, MappingNode node) {
        Map<String, YamlValue> entries = new LinkedHashMap<>();
        Map<String, YamlValue> merged = new HashMap<>();
        for (NodeTuple each : node.getValue()) {
            if (each.getKeyNode().getTag().equals(Tag.MERGE)) {
                merged(path, each.getValueNode()).forEach(merged::putIfAbsent);
                continue;
            }
            String key = key(path, each.getKeyNode());
            String keyPath = path.isEmpty() ? key : path + "." + key;
            if (entries.put(key, value(keyPath, each.getValueNode())) != null) {
                repeated.accept(
                        new YamlException(location(each.getKeyNode()), "the key '" + keyPath + "' is repeated"));
            }
        }
        merged.forEach(entries::putIfAbsent);
        return entries;
    }

    private Map<String, YamlValue> merged(String path, Node node) {
        Map<String, YamlValue> merged = new LinkedHashMap<>();
        List<Node> all = node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
        for (Node each : all) {
            value(path, each).map().values().forEach(merged::putIfAbsent);
        }
        return merged;
    }

    private String key(String path, Node node) {
        if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
            return scalar.getValue();
        }
        throw new YamlException(location(node), named(path) + " has a key that is not text");
    }

    private static String named(String path) {
        return path.isEmpty() ? "the document" : path;
    }

    private SourceLocation location(Node node) {
        return new SourceLocation(source, node.getStartMark().getLine() + 1);
    }
}
