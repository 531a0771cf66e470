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

/** Makes a tree of one document: what anchors and merge keys stand for is put in their place. For one text. */
final class YamlTree {

    private static final int MOST_VALUES = 100_000;

    private final String source;
    private final Consumer<YamlException> repeated;
    private final Set<Node> open = new HashSet<>();
    private int values;

    /** @param repeated takes what is wrong with a key that is there twice; if it goes on, the last value counts */
    YamlTree(String source, Consumer<YamlException> repeated) {
        this.source = source;
        this.repeated = repeated;
    }

    YamlMap parse(String text) {
        Node top = compose(text);
        if (top == null) {
            throw new YamlException(new Origin(source, 0), "is empty");
        }
        return value("", top).map();
    }

    private Node compose(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(MOST_VALUES); // what they stand for is counted below
        try {
            return new org.yaml.snakeyaml.Yaml(options).compose(new StringReader(text));
        } catch (ComposerException e) {
            throw wrong(e, e.getProblem().startsWith("but found") ? "a second document begins" : e.getProblem());
        } catch (MarkedYAMLException e) {
            throw wrong(e, said(e));
        } catch (ReaderException e) {
            String what = String.format("the character U+%04X is no text", e.getCodePoint());
            throw new YamlException(source + ": " + what, e);
        } catch (YAMLException e) {
            throw new YamlException(source + ": " + e.getMessage(), e);
        } catch (RuntimeException e) { // of escapes that are cut off, SnakeYAML lets its own through
            throw new YamlException(source + ": is no YAML: " + e.getMessage(), e);
        }
    }

    private YamlException wrong(MarkedYAMLException e, String what) {
        Origin origin = new Origin(source, e.getProblemMark().getLine() + 1);
        return new YamlException(origin + ": " + what, e);
    }

    private static String said(MarkedYAMLException e) {
        if (String.valueOf(e.getProblem()).contains("TAB")) {
            return "a tab stands where spaces have to";
        }
        return "is no YAML: " + (e.getContext() == null ? "" : e.getContext() + ", ") + e.getProblem();
    }

    private YamlValue value(String path, Node node) {
        Origin origin = origin(node);
        if (++values > MOST_VALUES) {
            throw new YamlException(origin, "has more than " + MOST_VALUES + " values, those behind anchors included");
        }
        if (!open.add(node)) {
            throw new YamlException(origin, named(path) + " contains itself");
        }
        try {
            if (node instanceof ScalarNode scalar) {
                return new YamlValue(origin, path, scalar(path, scalar));
            }
            if (node instanceof SequenceNode sequence && node.getTag().equals(Tag.SEQ)) {
                return new YamlValue(origin, path, list(path, sequence));
            }
            if (node instanceof MappingNode mapping && node.getTag().equals(Tag.MAP)) {
                return new YamlValue(origin, path, new YamlMap(origin, path, entries(path, mapping)));
            }
            throw tagged(path, node);
        } finally {
            open.remove(node);
        }
    }

    private Scalar scalar(String path, ScalarNode node) {
        return Scalar.of(node.getTag(), node.getValue()).orElseThrow(() -> tagged(path, node));
    }

    private YamlException tagged(String path, Node node) {
        return new YamlException(
                origin(node), named(path) + " has the tag " + node.getTag().getValue() + ", which means nothing here");
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
            String place = path.isEmpty() ? key : path + "." + key;
            if (entries.put(key, value(place, each.getValueNode())) != null) {
                repeated.accept(new YamlException(origin(each.getKeyNode()), "the key '" + place + "' is there twice"));
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
        throw new YamlException(origin(node), named(path) + " has a key that is no text");
    }

    private static String named(String path) {
        return path.isEmpty() ? "the document" : path;
    }

    private Origin origin(Node node) {
        return new Origin(source, node.getStartMark().getLine() + 1);
    }
}
