//===- Kernel.h - A compiled text -------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a text in index notation and formats to a function that can be called:
// the front end, the lowering pipeline, code generation and linking in one
// object, which can also show the kernel at every level in between.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_KERNEL_H
#define WEFT_COMPILER_KERNEL_H

#include "weft/Compiler/CompiledKernel.h"
#include "weft/Compiler/MachineCode.h"
#include "weft/Compiler/OperatorLibrary.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Notation/Program.h"
#include "weft/Runtime/Format.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace weft {

struct TensorStorage;
struct TranslationOptions;

/// How a tensor of a text is stored. By default dense and of f64.
struct TensorSpec {
  std::optional<runtime::Format> format;
  std::optional<runtime::ElementType> type;
};

class PatternSource;

/// How a program of patterns is compiled.
struct PatternOptions {
  /// What programs become: index notation where they are that, or always, or
  /// loops of their own.
  enum class Lowering { Auto, IndexNotation, Loops };
  Lowering lowering = Lowering::Auto;
  /// The program of the text; empty for the only one.
  std::string program;
  PatternSums sums = PatternSums::Table;
};

/// What to compile.
struct CompileRequest {
  /// An expression, or the signature of a program of patterns.
  std::string text;
  /// How the text is compiled if it is a program of patterns.
  std::optional<PatternOptions> patternOptions;
  /// The program of patterns; null for an expression.
  std::shared_ptr<PatternSource> patterns;
  /// By the names of the tensors. A name here is that of a tensor even where it
  /// could be something else.
  std::map<std::string, TensorSpec> tensors;
  /// The sizes of index variables. Needed for those that index no tensor.
  std::map<std::string, int64_t> sizes;

  /// How workspaces are stored, of results by their names and of all others;
  /// chosen where it is not said.
  std::map<std::string, level::Workspace> workspaces;
  std::optional<level::Workspace> workspace;

  /// Statistics of tensors, as texts (weft/Planner/Statistics.h).
  std::map<std::string, std::string> statistics;

  /// The functions that the author of the text defined; null if there are none.
  std::shared_ptr<OperatorLibrary> operators;

  LoweringOptions lowering;
  /// The lines of a description of the processor that the lowering is chosen
  /// for, and the description itself; that of the host if there is none.
  std::string machineText;
  std::optional<Machine> machine;
  /// An absent factor does not annihilate infinities and NaN.
  bool strictZero = false;
  unsigned optLevel = 2;
  /// The kernel's name in object files: a C identifier.
  std::string name = "kernel";
  /// Generate machine code. Without it, the kernel can only be printed, at
  /// levels down to the first that refuses it.
  bool generateCode = true;

  /// What the parser has to know of the names in the text.
  notation::ParseOptions getParseOptions() const;
};

/// A kernel and all that belongs to it. Different threads may compile, print
/// and destroy kernels; inside they take turns.
class Kernel {
public:
  /// Compiles; the message of an error is for the user and complete.
  static llvm::Expected<std::unique_ptr<Kernel>>
  compile(CompileRequest request);

  ~Kernel();

  const std::string &text() const { return request.text; }
  notation::ParseOptions getParseOptions() const {
    return request.getParseOptions();
  }
  const std::string &schedule() const { return request.lowering.schedule; }
  /// The program of patterns; empty for an expression.
  std::string getPatterns() const;
  /// What locations are places in: the program of patterns, or the expression.
  const std::string &getSource() const;
  /// The values of its natural numbers that are no sizes.
  std::map<std::string, int64_t> getNumbers() const;
  /// The names of its natural numbers that are sizes.
  std::vector<std::string> getNaturalNumbers() const;
  /// Where its tensors are in it, by their names.
  std::map<std::string, notation::Range> getPlaces() const;
  const notation::Program &program() const { return parsed; }
  /// Whether the kernel takes arrays that are on a device only.
  bool takesDeviceArrays() const { return usesGPU(request.lowering); }
  /// Whether the kernel checks the indices of all loads and stores.
  bool checksAccesses() const { return request.lowering.checkAccesses; }
  /// The sizes of index variables that it was compiled for.
  const std::map<std::string, int64_t> &sizes() const { return request.sizes; }

  /// The results and after them the operands, in the order of the arguments.
  llvm::ArrayRef<KernelTensor> tensors() const { return signature; }
  llvm::ArrayRef<KernelTensor> results() const {
    return tensors().take_front(numResults);
  }
  llvm::ArrayRef<KernelTensor> operands() const {
    return tensors().drop_front(numResults);
  }

  /// A result that is converted when the kernel has run; null if there is none.
  const KernelTensor *findConverted() const;

  /// Links the object file and returns the function to hand to weft_rt_invoke.
  llvm::Expected<weft_kernel_fn> link();
  /// The object file; empty if no code was generated.
  llvm::StringRef object() const { return objectFile; }
  /// The object file for other programs, which may have machine code of devices
  /// besides.
  llvm::Expected<std::string> makeStandaloneObject() const;
  llvm::StringRef name() const { return request.name; }
  /// The name of the function in the object file.
  std::string entryName() const { return request.name + "_entry"; }

  /// Explains the kernel, as a text or as a page, with the numbers of a run if
  /// there is one.
  llvm::Expected<std::string>
  explain(bool html, const RunDescription *run = nullptr) const;

  /// The kernel at one of the levels that `levelNames` lists.
  llvm::Expected<std::string> print(llvm::StringRef level) const;
  static llvm::ArrayRef<llvm::StringLiteral> levelNames();

private:
  explicit Kernel(CompileRequest request) : request(std::move(request)) {}

  llvm::Error parse();
  llvm::Error translate();
  /// Makes the module of an expression, or of a program of patterns.
  llvm::Error makeModule(const TranslationOptions &options);
  llvm::Error generateCode();
  /// An object file of the kernel lowered with options.
  llvm::Expected<std::string>
  generateObject(const LoweringOptions &options) const;
  /// How each tensor of the text is stored, as the request states it.
  std::vector<TensorStorage> collectStorage() const;
  /// Refuses workspaces of names that are no results.
  llvm::Error checkWorkspaces() const;
  llvm::Error checkPluginLevels(const notation::Tensor &tensor,
                                const TensorStorage &storage) const;
  /// Lists the results and the operands of the kernel. `storage` and
  /// `assembled` have an element for each tensor of the text: the format of the
  /// user, and the one that the kernel computes instead, if any.
  void makeSignature(llvm::ArrayRef<TensorStorage> storage,
                     llvm::ArrayRef<std::optional<runtime::Format>> assembled);
  /// States the statistics of operands in the module.
  llvm::Error stateStatistics();
  /// The statements that are computed in place of those of the text; none if
  /// these are computed as they are.
  llvm::Expected<std::vector<std::string>> describePlan() const;

  /// A copy of the module, lowered to `level`.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  lower(IRLevel level, bool vectors = true) const;
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  lower(IRLevel level, const LoweringOptions &options) const;
  /// The kernel in LLVM IR, not optimized.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  lowerToLLVM(llvm::LLVMContext &context, const LoweringOptions &options) const;
  /// The kernel in LLVM IR, optimized, and what optimized it.
  llvm::Expected<std::pair<CodeGenerator, std::unique_ptr<llvm::Module>>>
  optimize(llvm::LLVMContext &context, const LoweringOptions &options) const;

  CompileRequest request;
  notation::Program parsed;
  std::vector<KernelTensor> signature;
  size_t numResults = 0;
  /// The module at the level that it begins with: `tin`, or `scf` for patterns
  /// that are no index notation.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  IRLevel firstLevel = IRLevel::TIN;
  std::string objectFile;
  std::unique_ptr<LoadedCode> code;
};

} // namespace weft

#endif // WEFT_COMPILER_KERNEL_H
