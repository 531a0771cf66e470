// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Checks that all public members have Javadoc. Tags are optional. */
class JavadocTest {

    @Test
    void everyPublicTypeAndMethodHasJavadoc() throws IOException {
        assertThat(undocumented(sources())).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).isNotEmpty();
            return sources;
        }
    }

    private static List<String> undocumented(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
            var scanner = new PublicMembers(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                scanner.scan(unit, null);
            }
            return scanner.undocumented;
        }
    }

    private static final class PublicMembers extends TreePathScanner<Void, Void> {

        private final List<String> undocumented = new ArrayList<>();
        private final DocTrees docs;
        private ClassTree type;

        PublicMembers(DocTrees docs) {
            this.docs = docs;
        }

        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            if (isPublic(tree.getModifiers())) {
                require(tree.getSimpleName().toString());
                ClassTree outer = type;
                type = tree;
                super.visitClass(tree, null);
                type = outer;
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            boolean ofRecord = type.getKind() == Tree.Kind.RECORD && method.getReturnType() == null;
            if (isPublic(method.getModifiers()) && !overrides && !ofRecord) {
                require(type.getSimpleName() + "." + method.getName());
            }
            return null;
        }

        private boolean isPublic(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            if (type != null && type.getKind() == Tree.Kind.INTERFACE) {
                return !flags.contains(Modifier.PRIVATE);
            }
            return flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED);
        }

        private void require(String member) {
            if (docs.getDocComment(getCurrentPath()) == null) {
                undocumented.add(member);
            }
        }
    }
}
