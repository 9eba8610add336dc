//===- TensorTest.cpp - Tensors through the C interface ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Weft.h promises of tensors: what goes in comes out, and what cannot go
// in is refused in words.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstdio>

using namespace weft::test;

TEST(CAPITensor, KeepsEntries) {
  Tensor tensor = makeTensor("CSR", {2, 3}, {1, 2, 0, 1, 1, 2}, {5, 7, 1});
  ASSERT_TRUE(tensor);
  EXPECT_EQ(weft_tensor_order(tensor.get()), 2);
  EXPECT_EQ(weft_tensor_dims(tensor.get())[1], 3);
  EXPECT_STREQ(weft_tensor_type(tensor.get()), "f64");
  // The two entries at (1, 2) were summed.
  EXPECT_EQ(weft_tensor_num_stored(tensor.get()), 2);
  std::vector<int64_t> coordinates(4);
  std::vector<double> values(2);
  ASSERT_EQ(weft_tensor_entries(tensor.get(), coordinates.data(), values.data(),
                                nullptr),
            0);
  EXPECT_EQ(coordinates, (std::vector<int64_t>{0, 1, 1, 2}));
  EXPECT_EQ(values, (std::vector<double>{7, 6}));
}

TEST(CAPITensor, ShowsArrays) {
  Tensor tensor = makeTensor("CSR", {2, 3}, {1, 2, 0, 1}, {5, 7});
  ASSERT_TRUE(tensor);
  ASSERT_EQ(weft_tensor_num_arrays(tensor.get()), 3);
  const void *data = nullptr;
  int64_t length = 0;
  ASSERT_EQ(weft_tensor_array(tensor.get(), 0, &data, &length, nullptr), 0);
  ASSERT_EQ(length, 3);
  EXPECT_EQ(static_cast<const int32_t *>(data)[1], 1);
  char *error = nullptr;
  EXPECT_NE(weft_tensor_array(tensor.get(), 3, &data, &length, &error), 0);
  EXPECT_EQ(take(error), "expected the number of an array below 3, got 3");
}

TEST(CAPITensor, MakesScalars) {
  Tensor scalar = makeTensor("", {}, {}, {2.5});
  ASSERT_TRUE(scalar);
  EXPECT_EQ(weft_tensor_order(scalar.get()), 0);
  EXPECT_EQ(getValues(scalar.get()), std::vector<double>{2.5});
}

TEST(CAPITensor, ConvertsValues) {
  EXPECT_EQ(weft_type_size("complex<f32>"), 8);
  EXPECT_EQ(weft_type_size("bf16"), 2);
  EXPECT_EQ(weft_type_size("f128"), 0);
  const double values[] = {1, 200};
  uint8_t bytes[2] = {};
  char *error = nullptr;
  ASSERT_EQ(weft_convert_values("f64", values, "u8", bytes, 2, &error), 0);
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(bytes[1], 200);
  EXPECT_NE(weft_convert_values("f64", values, "i8", bytes, 2, &error), 0);
  EXPECT_EQ(take(error), "the number 200 does not fit i8");
  EXPECT_NE(weft_convert_values("f64", values, "i7", bytes, 2, &error), 0);
  EXPECT_NE(take(error).find("unknown element type 'i7'"), std::string::npos);
  EXPECT_NE(weft_convert_values("f64", nullptr, "i8", bytes, 2, &error), 0);
  EXPECT_EQ(take(error), "argument 'from' is NULL");
}

TEST(CAPITensor, HasAFill) {
  Tensor tensor = makeTensor("s{fill=-1.5}", {3}, {1}, {5});
  ASSERT_TRUE(tensor);
  double fill = 0;
  ASSERT_EQ(weft_tensor_fill(tensor.get(), &fill, nullptr), 0);
  EXPECT_EQ(fill, -1.5);
  tensor = makeTensor("s", {3}, {1}, {5});
  ASSERT_EQ(weft_tensor_fill(tensor.get(), &fill, nullptr), 0);
  EXPECT_EQ(fill, 0);
}

TEST(CAPITensor, ShowsItsStorage) {
  Tensor tensor = makeTensor("s", {3}, {1}, {5});
  ASSERT_TRUE(tensor);
  char *text = nullptr, *error = nullptr;
  ASSERT_EQ(weft_tensor_print(tensor.get(), &text, &error), 0);
  EXPECT_EQ(take(text), "  level 1: compressed over mode 1\n    pos: 0 1\n"
                        "    crd: 1\n  values: 5\n");
  EXPECT_NE(weft_tensor_print(nullptr, &text, &error), 0);
  EXPECT_EQ(take(error), "argument 'tensor' is NULL");
  EXPECT_NE(weft_tensor_print(tensor.get(), nullptr, &error), 0);
  EXPECT_EQ(take(error), "argument 'text' is NULL");
}

TEST(CAPITensor, StoresTruthValuesAsZeroAndOne) {
  const int64_t dims[] = {3}, coordinates[] = {0, 1};
  const uint8_t values[] = {7, 0};
  weft_tensor *made = nullptr;
  ASSERT_EQ(weft_tensor_create("s", "bool", 1, dims, 2, coordinates, values, 0,
                               &made, nullptr),
            0);
  Tensor tensor(made);
  const void *data = nullptr;
  int64_t length = 0;
  ASSERT_EQ(weft_tensor_array(made, 2, &data, &length, nullptr), 0);
  ASSERT_EQ(length, 2);
  EXPECT_EQ(static_cast<const uint8_t *>(data)[0], 1);
  EXPECT_EQ(static_cast<const uint8_t *>(data)[1], 0);
}

TEST(CAPITensor, RejectsDuplicatesOnRequest) {
  const int64_t dims[] = {3}, coordinates[] = {1, 1};
  const double values[] = {1, 2};
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  EXPECT_NE(weft_tensor_create("s", "f64", 1, dims, 2, coordinates, values, 1,
                               &tensor, &error),
            0);
  EXPECT_EQ(tensor, nullptr);
  EXPECT_NE(take(error).find("(1)"), std::string::npos);
}

TEST(CAPITensor, CountsItsBytes) {
  Tensor sparse = makeTensor("CSR", {2, 3}, {0, 0, 1, 2}, {1, 2});
  EXPECT_EQ(weft_tensor_num_bytes(sparse.get()), 3 * 4 + 2 * 4 + 2 * 8);
  Tensor wide = makeTensor("CSR{pos=64,crd=8}", {2, 3}, {0, 0, 1, 2}, {1, 2});
  EXPECT_EQ(weft_tensor_num_bytes(wide.get()), 3 * 8 + 2 * 1 + 2 * 8);
  Tensor records = makeTensor("CSR{packed}", {2, 3}, {0, 0, 1, 2}, {1, 2});
  EXPECT_EQ(weft_tensor_num_bytes(records.get()), 3 * 4 + 2 * 16);
  EXPECT_EQ(weft_tensor_num_bytes(nullptr), 0);
}

TEST(CAPITensor, RefusesWhatIsNoTensor) {
  std::string error;
  EXPECT_FALSE(makeTensor("CSR", {2, 3}, {2, 0}, {1}, &error));
  EXPECT_NE(error, "");
  EXPECT_FALSE(makeTensor("CSR", {2, -3}, {}, {}, &error));
  EXPECT_EQ(error, "expected the size of mode 2 not to be negative, got -3");
  EXPECT_FALSE(makeTensor("dsx", {2, 3}, {}, {}, &error));
  EXPECT_EQ(error, "unknown level type 'x'\n"
                   "  dsx\n"
                   "    ^\n"
                   "hint: the level types are d (dense), s (compressed), u "
                   "(compressed, not unique), q (singleton), c (singleton, not "
                   "unique), b (bitmap), h (hashed), r (range), o (offset), p "
                   "(padded), g (loose-compressed), v (loose-compressed, "
                   "not unique), t (listed), e (run-length), i (interval), n2 "
                   "(structured: at most 2 below each parent), a (batched), "
                   "m8 (permuted: in windows of 8), l4 (sliced: 4 rows each); "
                   "s~, u~, q~, c~, g~ and v~ are without order");
  EXPECT_FALSE(
      makeTensor("dd", {int64_t(1) << 40, int64_t(1) << 40}, {}, {}, &error));
  EXPECT_NE(error, "");
}

TEST(CAPITensor, IsReadWithOptions) {
  std::string path = testing::TempDir() + "/weft_capi_tensor.tns";
  std::FILE *file = std::fopen(path.c_str(), "wb");
  ASSERT_TRUE(file);
  std::fputs("0 5\n2 7\n", file);
  std::fclose(file);
  weft_tensor *read = nullptr;
  char *error = nullptr;
  ASSERT_EQ(weft_tensor_read_with(path.c_str(), "d", "f64", 1, nullptr,
                                  " zero-based  reject-duplicates", &read,
                                  &error),
            0)
      << take(error);
  Tensor owner(read);
  EXPECT_EQ(getValues(read), (std::vector<double>{5, 0, 7}));
  weft_tensor *second = nullptr;
  EXPECT_NE(weft_tensor_read_with(path.c_str(), "d", "f64", 1, nullptr, nullptr,
                                  &second, &error),
            0);
  EXPECT_NE(take(error), "");
  EXPECT_NE(weft_tensor_read_with(path.c_str(), "d", "f64", 1, nullptr,
                                  "one-based", &second, &error),
            0);
  EXPECT_EQ(take(error), "unknown option 'one-based', expected "
                         "reject-duplicates or zero-based");
  EXPECT_EQ(second, nullptr);
  std::remove(path.c_str());
}

TEST(CAPITensor, GoesThroughFiles) {
  std::string path = testing::TempDir() + "/weft_capi_tensor.mtx";
  Tensor tensor = makeTensor("CSR", {2, 3}, {1, 2, 0, 1}, {5, 0.1});
  ASSERT_TRUE(tensor);
  ASSERT_EQ(weft_tensor_write(tensor.get(), path.c_str(), nullptr), 0);
  weft_tensor *read = nullptr;
  char *error = nullptr;
  ASSERT_EQ(weft_tensor_read(path.c_str(), "COO", nullptr, 2, nullptr, 0, &read,
                             &error),
            0)
      << take(error);
  Tensor owner(read);
  EXPECT_EQ(getValues(read), (std::vector<double>{0.1, 5}));
  // Sizes that the file does not fit in.
  weft_tensor *second = nullptr;
  const int64_t dims[] = {2, 2};
  EXPECT_NE(
      weft_tensor_read(path.c_str(), "COO", "f64", 2, dims, 0, &second, &error),
      0);
  EXPECT_NE(take(error), "");
  EXPECT_EQ(second, nullptr);
  std::remove(path.c_str());
}

TEST(CAPITensor, ReadsFilesOfAnyOrder) {
  std::string path = ::testing::TempDir() + "any_order.tns";
  auto write = [&](const char *text) {
    std::FILE *file = std::fopen(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs(text, file);
    std::fclose(file);
  };
  weft_tensor *tensor = nullptr;
  auto read = [&](const char *format, const int64_t *dims = nullptr) {
    char *error = nullptr;
    weft_tensor_read(path.c_str(), format, "", -1, dims, 0, &tensor, &error);
    return take(error);
  };
  write("1 2 3 7\n2 1 1 8\n");
  ASSERT_EQ(read("CSF"), "");
  Tensor cube(tensor);
  EXPECT_EQ(weft_tensor_order(tensor), 3);
  EXPECT_EQ(getValues(tensor), (std::vector<double>{7, 8}));
  ASSERT_EQ(read(nullptr), "");
  Tensor dense(tensor);
  EXPECT_EQ(weft_tensor_num_stored(tensor), 12);
  write("2 5\n");
  ASSERT_EQ(read("s{fill=inf}"), "");
  Tensor vector(tensor);
  EXPECT_EQ(weft_tensor_order(tensor), 1);
  EXPECT_EQ(read("CSR").substr(0, 12 + path.size()), "cannot load " + path);
  int64_t dims[] = {3};
  EXPECT_EQ(read("s", dims),
            "sizes are of a tensor whose order is known, got the order -1");
  std::remove(path.c_str());
}
