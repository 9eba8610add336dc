//===- MachinePasses.cpp - The passes of code generation --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is a few functions, and LLVM has some hundred passes over each.
// Those that cannot find anything, or nothing that pays off, are left out here,
// as the pipeline is put together: a pass that is only told to do nothing still
// has LLVM compute all that it depends on.
//
//===----------------------------------------------------------------------===//

#include "MachinePasses.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Pass.h"

using namespace llvm;
using namespace weft;

static const StringSet<> &getOmitted() {
  static const StringSet<> names = {
      // An eighth of the time goes into induction variables that step by
      // addresses, though arrays are indexed as fast.
      "Loop Strength Reduction",
      "Canonicalize Freeze Instructions in Loops",
      // Comparisons and copies of known sizes, large constants, and calls of
      // the C library: kernels have loops instead.
      "Merge contiguous icmps into a memcmp",
      "Expand memcmp() to load/stores",
      "Constant Hoisting",
      "Partially inline calls to library functions",
      "Replace intrinsics with calls to vector library",
      "X86 Avoid Store Forwarding Blocks",
      // Truth values in masks, and chains of operations that have an order.
      "X86 Domain Reassignment Pass",
      "Machine InstCombiner",
      "Early If-Conversion",
      // What other languages have: garbage collection, exceptions, thread-local
      // variables, indirect branches, tracing, debugging, 32-bit code.
      "Lower Garbage Collection Instructions",
      "Shadow Stack GC Lowering",
      "Analyze Machine Code For Garbage Collection",
      "Fixup Statepoint Caller Saved",
      "StackMap Liveness Analysis",
      "Exception handling preparation",
      "Contiguously Lay Out Funclets",
      "ObjC ARC contraction",
      "Prepare callbr",
      "Expand indirectbr instructions",
      "Add __emutls_[vt]. variables for emultated TLS model",
      "Local Dynamic TLS Access Clean-up",
      "Instrument function entry/exit with calls to e.g. mcount() (post "
      "inlining)",
      "Insert fentry calls",
      "Insert XRay ops",
      "Implement the 'patchable-function' attribute",
      "Pseudo Probe Inserter",
      "Register Allocation Pass Scoring",
      "Assignment Tracking Analysis",
      "Remove Redundant DEBUG_VALUE analysis",
      "Live DEBUG_VALUE analysis",
      "Remove Loads Into Fake Uses",
      "Stack Frame Layout Analysis",
      "Argument Stack Rebase",
      // Instructions on matrices.
      "Lower AMX intrinsics",
      "Lower AMX type for load/store",
      "Tile Register Pre-configure",
      "Tile Register Configure",
      "X86 Lower Tile Copy",
      "X86 Suppress APX features for relocation",
      // What attributes ask for that kernels do not have: protection of the
      // stack and from speculation, checks at run time.
      "Safe Stack instrumentation pass",
      "Insert stack protectors",
      "Machine Sanitizer Binary Metadata",
      "Insert KCFI indirect call checks",
      "X86 Indirect Branch Tracking",
      "X86 Indirect Thunks",
      "X86 Return Thunks",
      "X86 speculative load hardening",
      "X86 Speculative Execution Side Effect Suppression",
      "X86 Load Value Injection (LVI) Load Hardening",
      "X86 Load Value Injection (LVI) Ret-Hardening",
      // Slots of the stack that are used one after the other, which kernels do
      // not mark; and processors that run in order.
      "Merge disjoint stack slots",
      "Post RA top-down list latency scheduler",
      "X86 Atom pad short functions",
  };
  return names;
}

void MachinePasses::add(Pass *pass) {
  if (!all && getOmitted().contains(pass->getPassName()))
    delete pass;
  else
    legacy::PassManager::add(pass);
}
